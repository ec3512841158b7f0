import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Plan } from "../../../src/domain/Plan.ts"
import { plainRecordings } from "../../../src/layers/replay/plainRecordings.ts"

const root = join(import.meta.dirname, "../../..")
const folder = { directory: join(root, "cassettes"), shown: "cassettes" }
const planOf = (suite: string): Plan => JSON.parse(readFileSync(join(root, `test/plan/shipped/${suite}.json`), "utf8"))

describe("recordings that have nothing unusual about them", () => {
  test.each(["chaos", "invoice", "issues", "recovery", "red", "weather"])("are those of %s", (suite) => {
    const { cells } = planOf(suite)
    const recordings = plainRecordings(folder, cells)
    assert.deepEqual(
      cells.map(({ id }) => recordings?.get(id)?.length),
      cells.map(({ runs }) => runs)
    )
  })

  test("are small", () => {
    const { cells } = planOf("weather")
    const directory = mkdtempSync(join(tmpdir(), "passhat-"))
    cpSync(folder.directory, directory, { recursive: true })
    const file = join(directory, `${cells[0]!.id}.jsonl`)
    const padded = (room: number): void => {
      const [header, first = "", ...rest] = readFileSync(join(folder.directory, `${cells[0]!.id}.jsonl`), "utf8").split(
        "\n"
      )
      const run = JSON.parse(first)
      run.exchanges[0].answer.text = "a".repeat(room)
      writeFileSync(file, [header, JSON.stringify(run), ...rest].join("\n"))
    }
    padded(7 * 1024 * 1024)
    assert.equal(plainRecordings({ directory, shown: "cassettes" }, cells)?.size, 1)
    padded(8 * 1024 * 1024)
    assert.equal(plainRecordings({ directory, shown: "cassettes" }, cells), undefined)
    rmSync(directory, { recursive: true })
  })
})
