import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { lasting } from "../../engine/cassette/lasting.ts"
import chaos from "../../../suites/chaos.ts"
import recovery from "../../../suites/recovery.ts"
import invoice from "../../../suites/invoice.ts"
import issues from "../../../suites/issues.ts"
import red from "../../../suites/red.ts"
import weather from "../../../suites/weather.ts"
import { recordAll } from "../../recorder/record.ts"
import { compiledOf } from "../../suites.ts"

const root = join(import.meta.dirname, "../../..")
const shipped = { chaos, invoice, issues, recovery, red, weather }
const names = Object.keys(shipped) as ReadonlyArray<keyof typeof shipped>

describe("the shipped suites", () => {
  test.each(names)("%s compiles to its committed plan", (name) => {
    const kept = JSON.parse(readFileSync(join(import.meta.dirname, `shipped/${name}.json`), "utf8"))
    assert.deepEqual(JSON.parse(JSON.stringify(compiledOf(shipped[name]).plan)), kept)
  })

  test("include every suite file", () => {
    const files = readdirSync(join(root, "suites")).filter((file) => file.endsWith(".ts"))
    assert.deepEqual(files.toSorted(), names.map((name) => `${name}.ts`).toSorted())
  })

  test("recorded again, have the same cassettes except for times", async () => {
    const folder = mkdtempSync(join(tmpdir(), "passhat-"))
    assert.deepEqual(await recordAll(folder, ["weather", "invoice"]), [0, 1])
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (file) => !lstatSync(join(folder, file)).isDirectory()
    )
    assert.deepEqual(files.toSorted(), [
      "invoice/refunds-an-invoice/claude-sonnet-4-5.jsonl",
      "weather/asks-for-the-weather/claude-sonnet-4-5.jsonl"
    ])
    for (const file of files) {
      const [again, before] = [folder, join(root, "cassettes")].map((from) => readFileSync(join(from, file), "utf8"))
      assert.equal(lasting(again), lasting(before))
    }
    rmSync(folder, { recursive: true })
  }, 30_000)
})
