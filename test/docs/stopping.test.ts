import { test } from "bun:test"
import assert from "node:assert/strict"
import { read } from "./blocks.ts"
import { falseVerdicts, savedRuns } from "./stoppingTable.ts"

const page = read("docs/stopping-early.md")

test("the page has the runs that stopping saves, as they are counted now", () => {
  assert.ok(page.includes(savedRuns()), savedRuns())
})

test("the page has the false verdicts of 10,000 simulated cells each, and none has more than are allowed", () => {
  const table = falseVerdicts()
  assert.ok(page.includes(table), table)
  const rows = table.split("\n").slice(2, -1)
  assert.equal(rows.length, 3)
  for (const row of rows) {
    const [, , , cells, passes, fails, allowed] = row.split("|").map((cell) => Number(cell.trim()))
    assert.deepEqual([cells, allowed], [10_000, 500])
    assert.ok(passes! > 0 && passes! <= allowed! && fails! > 0 && fails! <= allowed!, row)
  }
})
