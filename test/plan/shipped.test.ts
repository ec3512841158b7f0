import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import chaos from "../../suites/chaos.ts"
import recovery from "../../suites/recovery.ts"
import red from "../../suites/red.ts"
import weather from "../../suites/weather.ts"
import { recordAll } from "../recorder/record.ts"
import { compiledOf } from "../suites.ts"

const root = join(import.meta.dirname, "../..")
const shipped = { chaos, recovery, red, weather }
const names = Object.keys(shipped) as ReadonlyArray<keyof typeof shipped>

describe("the shipped suites", () => {
  test.each(names)("%s compiles to the plan that it did", (name) => {
    const kept = JSON.parse(readFileSync(join(import.meta.dirname, `shipped/${name}.json`), "utf8"))
    assert.deepEqual(JSON.parse(JSON.stringify(compiledOf(shipped[name]).plan)), kept)
  })

  test("every suite file is among them", () => {
    const files = readdirSync(join(root, "suites")).filter((file) => file.endsWith(".ts"))
    assert.deepEqual(files.toSorted(), names.map((name) => `${name}.ts`).toSorted())
  })

  test("their cassettes are what the recorder writes", async () => {
    const folder = mkdtempSync(join(tmpdir(), "passhat-"))
    await recordAll(folder)
    const files = (directory: string) =>
      readdirSync(directory, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".jsonl"))
        .toSorted()
    assert.deepEqual(files(folder), files(join(root, "cassettes")))
    for (const file of files(folder)) {
      assert.equal(readFileSync(join(folder, file), "utf8"), readFileSync(join(root, "cassettes", file), "utf8"))
    }
    rmSync(folder, { recursive: true })
  })
})
