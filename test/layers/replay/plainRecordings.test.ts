import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
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
      cells.map(({ id }) => recordings?.get(id)?.path),
      cells.map(({ id }) => join(folder.directory, `${id}.jsonl`))
    )
  })
})
