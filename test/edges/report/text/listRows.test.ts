import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { listRows } from "../../../../src/edges/report/text/listRows.ts"
import type { Row } from "../../../../src/edges/report/Row.ts"
import { sections } from "../../../../src/edges/report/sections.ts"
import { cell, gate, report, run, suite } from "../sample.ts"

/** The rows of cells with these runs. */
const rowsOf = (cells: Readonly<Record<string, ReadonlyArray<number>>>): ReadonlyArray<Row> =>
  sections(
    report(
      suite({
        cells: Object.entries(cells).map(([name, runs]) =>
          cell({ name, runs: runs.map((index) => run(index)), gates: [] })
        )
      })
    )
  ).flatMap(({ rows }) => rows)

describe("listRows", () => {
  test("a cell is named once, and runs in a row are a range", () => {
    assert.equal(listRows(rowsOf({ asks: [1, 2, 3, 7, 9, 10], plans: [4] }), 100), "asks #1-#3, #7, #9-#10, plans #4")
  })

  test("rows that do not fit are counted as rows, not as ranges", () => {
    assert.equal(listRows(rowsOf({ asks: [1, 3, 5, 6, 7, 8] }), 12), "asks #1, #3 and 4 more")
    assert.equal(listRows(rowsOf({ asks: [1, 3] }), 0), "asks #1 and 1 more")
  })

  test("rows other than runs are named by their cell", () => {
    const cells = ["asks", "plans"].map((name) => cell({ name, runs: [run(1)], gates: [gate()] }))
    const gates = sections(report(suite({ cells }))).flatMap(({ rows }) => rows.filter((row) => row.kind === "gate"))
    assert.equal(listRows(gates, 100), "asks, plans")
  })

  test("every run is named or counted", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1 }), fc.nat(80), (runs, columns) => {
        const text = listRows(rowsOf({ asks: runs.toSorted((a, b) => a - b) }), columns)
        const named = [...text.matchAll(/#(\d+)(?:-#(\d+))?/g)].reduce(
          (sum, [, from, to = from]) => sum + Number(to) - Number(from) + 1,
          0
        )
        assert.equal(named + Number(/ and (\d+) more$/.exec(text)?.[1] ?? 0), runs.length)
      })
    )
  })
})
