import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { CellVerdict, Verdict } from "../../../src/base/domain/verdict/Verdict.ts"
import { caseTables } from "../../../src/engine/judge/caseTables.ts"
import { mergeShards } from "../../../src/engine/judge/mergeShards.ts"
import { cell, gate, report, run, suite } from "../../edges/report/sample.ts"

const ofRuns = gate({ id: "expect#1", gate: "expect", scope: "run" })

/** A cell of a case: as many runs as letters, p for a pass, f for a failure, n for none. */
const judged = (row: string, model: string, letters: string, changes: Partial<CellVerdict> = {}): CellVerdict => {
  const words = { p: "pass", f: "fail", n: "none" } as const
  const verdicts: ReadonlyArray<Verdict> = Array.from(letters, (letter) => words[letter as "p"])
  return cell({
    id: `s/${row}/${model}`,
    agent: row,
    name: `${row} [${model}]`,
    model,
    case: { table: "cases/x.csv", row },
    verdict: verdicts.includes("fail") ? "fail" : verdicts.includes("none") ? "none" : "pass",
    runs: verdicts.map((verdict, at) => run(at + 1, { verdict })),
    gates: [ofRuns],
    ...changes
  })
}

const four = [judged("a", "m", "ppp"), judged("a", "n", "ppf"), judged("b", "m", "ppp"), judged("b", "n", "fff")]

describe("a table of cases", () => {
  test("has a column for each model, with cells and runs by verdict, and what is red", () => {
    const [table] = caseTables(four).case_tables ?? []
    assert.equal(table?.table, "cases/x.csv")
    assert.deepEqual(
      table.columns.map(({ cells, model, outcomes, rate, red }) => ({ model, cells, outcomes, rate, red })),
      [
        { model: "m", cells: { pass: 2, fail: 0, none: 0 }, outcomes: { pass: 6, fail: 0, none: 0 }, rate: 1, red: [] },
        {
          model: "n",
          cells: { pass: 0, fail: 2, none: 0 },
          outcomes: { pass: 2, fail: 4, none: 0 },
          rate: 2 / 6,
          red: ["a", "b"]
        }
      ]
    )
    assert.equal(table.columns[0]?.standard_error, 0)
    assert.ok((table.columns[0]?.interval?.low ?? 1) < 0.5, "two cases that passed are not sure")
  })

  test("counts a cell whose gates look at no single run once, by its own verdict", () => {
    const gates = [gate({ verdict: "fail" })]
    const [table] =
      caseTables([judged("a", "m", "ppp", { gates, verdict: "fail" }), judged("b", "m", "ppp", { gates: [gate()] })])
        .case_tables ?? []
    assert.deepEqual(table?.columns[0]?.outcomes, { pass: 1, fail: 1, none: 0 })
    assert.equal(table?.columns[0]?.rate, 0.5)
  })

  test("leaves skipped cells out, and runs without a verdict out of the rate", () => {
    const skipped = judged("c", "m", "", { skipped: "later", verdict: "none" })
    const [table] = caseTables([judged("a", "m", "pnf"), judged("b", "m", "p"), skipped]).case_tables ?? []
    assert.deepEqual(table?.columns[0]?.cells, { pass: 1, fail: 1, none: 0 })
    assert.deepEqual(table?.columns[0]?.outcomes, { pass: 2, fail: 1, none: 1 })
    assert.equal(table?.columns[0]?.rate, 2 / 3)
  })

  test("has no rate if nothing could be judged", () => {
    const [table] = caseTables([judged("a", "m", "nn")]).case_tables ?? []
    const { interval, rate, red, standard_error } = table?.columns[0] ?? {}
    assert.deepEqual([rate, standard_error, interval, red], [null, null, null, ["a"]])
  })

  test("is no field of a suite without cases", () => assert.deepEqual(caseTables([cell()]), {}))
})

test("the tables of merged shards are those of all cells", () => {
  const part = (cells: ReadonlyArray<CellVerdict>, index: number) => ({
    ...report(suite({ cells, ...caseTables(cells) })),
    shard: { index, count: 2, cells: 4, continues: index === 2, of: "x" }
  })
  const whole = mergeShards([part(four.slice(0, 1), 1), part(four.slice(1), 2)])
  assert.deepEqual(whole.suites[0]?.case_tables, caseTables(four).case_tables)
})
