import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import type { RunVerdict } from "../../../src/base/domain/verdict/Verdict.ts"
import { type Grid, gridOf } from "../../../src/features/html/grid.ts"
import { gridRow, lookOf } from "../../../src/features/html/plot/gridRow.ts"
import { call, result, trace } from "../../traces.ts"
import { run } from "../../edges/report/sample.ts"

/** Runs that call the tools with these letters. */
const runsOf = (...words: ReadonlyArray<string>): ReadonlyArray<RunVerdict> =>
  words.map((word, at) => run(at + 1, { trace: trace({ tool_calls: [...word].map((name) => call(name)) }) }))

const drawn = ({ columns, rows }: Grid): ReadonlyArray<string> =>
  rows.map(({ calls, slots }) =>
    columns
      .map((_, column) => {
        const at = slots[column]
        return at === undefined ? "." : (JSON.parse(calls[at]!.tool) as ReadonlyArray<string>)[1]
      })
      .join("")
  )

describe("runs by calls", () => {
  test("calls beside the usual way have their own columns", () => {
    assert.deepEqual(drawn(gridOf(runsOf("abc", "abc", "axbc", "ac", "abcyz"), false)), [
      "a.bc..",
      "a.bc..",
      "axbc..",
      "a..c..",
      "a.bcyz"
    ])
  })

  test("a run without calls is a row of gaps, and runs without traces have no row", () => {
    const grid = gridOf([...runsOf("ab", "ab", ""), run(4)], false)
    assert.deepEqual(drawn(grid), ["ab", "ab", ".."])
  })

  test("equal runs share a row, red ones first", () => {
    const [a, b, c] = runsOf("ab", "ab", "a")
    const grid = gridOf([a!, b!, { ...c!, verdict: "fail" }], true)
    assert.deepEqual(
      grid.rows.map((row) => row.runs),
      [[3], [1, 2]]
    )
  })

  test("every call of every run has exactly one column, in order", () => {
    const words = fc.array(fc.stringMatching(/^[abc]{0,6}$/), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(words, (all) => {
        const grid = gridOf(runsOf(...all), false)
        for (const { calls, slots } of grid.rows) {
          assert.equal(slots.length, grid.columns.length)
          assert.deepEqual(
            slots.filter((at) => at !== undefined),
            [...calls.keys()]
          )
        }
      })
    )
  })

  test("calls after the eightieth are not drawn but counted", () => {
    const grid = gridOf(runsOf("a".repeat(100)), false)
    assert.deepEqual([grid.columns.length, grid.cut], [80, 20])
  })
})

describe("a row of calls", () => {
  test("a failed call and other arguments are signs, not only colours", () => {
    const made = [
      run(1, { trace: trace({ tool_calls: [call("get_weather", { city: "Davis" })] }) }),
      run(2, { trace: trace({ tool_calls: [call("get_weather", { city: "Davis" })] }) }),
      run(3, {
        trace: trace({
          tool_calls: [call("get_weather", { city: "Oakland" })],
          tool_results: [result("c-get_weather", { is_error: true })]
        })
      })
    ]
    const grid = gridOf(made, false)
    const text = JSON.stringify(gridRow(grid, grid.rows[2]!, lookOf(grid)))
    assert.match(text, /gw!/)
    assert.match(text, /1\. weather get_weather, other arguments, failed/)
  })

  test("tools have different letters, whatever their names are", () => {
    const names = ["create_issue", "close_issue", "cut_it", "cut_in", "list", "", "__proto__", "天気", "!!!"]
    const grid = gridOf([run(1, { trace: trace({ tool_calls: names.map((name) => call(name)) }) })], false)
    const { letters } = lookOf(grid)
    assert.equal(new Set(letters.values()).size, names.length)
    assert.equal(letters.get(JSON.stringify(["weather", "close_issue"])), "cli")
  })
})
