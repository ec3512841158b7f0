import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Ajv2020 } from "ajv/dist/2020.js"
import { json } from "../../../src/edges/report/formats/json.ts"
import { reportSchema } from "../../../src/edges/report/reportSchema.ts"
import { ofCell, plain, report, sample, renderText } from "./sample.ts"

const file = join(import.meta.dirname, "../../../src/edges/report/report-schema.json")
const validate = new Ajv2020().compile(reportSchema() as object)

describe("report-schema.json", () => {
  test("equals the report's Schema, byte for byte", () => {
    assert.equal(readFileSync(file, "utf8"), `${JSON.stringify(reportSchema(), null, 2)}\n`)
  })

  test("accepts what the json reporter prints", () => {
    for (const value of [sample, ofCell(), report()]) {
      assert.equal(validate(JSON.parse(renderText(json, value, plain))), true, JSON.stringify(validate.errors))
    }
  })

  test("accepts fields that a later passhat may add", () => {
    assert.equal(validate({ ...sample, volatile: { host: "x" } }), true)
  })

  test("refuses a broken report", () => {
    const { verdict: _, ...unjudged } = sample
    const broken: ReadonlyArray<unknown> = [
      unjudged,
      { ...sample, verdict: "green" },
      { ...sample, version: 2 },
      { ...sample, suites: [{ suite: "weather" }] },
      ofCell({ runs: [{ index: -1 } as never] }),
      []
    ]
    assert.deepEqual(
      broken.map((value) => validate(value)),
      broken.map(() => false)
    )
  })
})
