import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import { confusion } from "../../../../src/language/metrics/stats/confusion.ts"
import { wilson } from "../../../../src/language/metrics/stats/intervals.ts"
import { call, trace } from "../../../traces.ts"

const classes = { read: ["get_weather", "get_forecast"], write: ["send"] }
const run = (expected: string, ...names: ReadonlyArray<string>) => ({
  expected,
  trace: trace({ tool_calls: names.map((name) => call(name)) })
})
const chosen = (...names: ReadonlyArray<string>) => confusion([run("read", ...names)], { classes })[0]?.chosen

describe("confusion", () => {
  test("the choice of a run is its first call that belongs to a class", () => {
    assert.equal(chosen("search", "get_forecast", "send"), "read")
    assert.equal(chosen("search"), "(other)")
    assert.equal(chosen(), "(none)")
  })

  test("counts expected by chosen, with a Wilson interval on each rate", () => {
    const runs = [run("write", "send"), run("read", "get_weather"), run("read", "send"), run("read", "get_forecast")]
    assert.deepEqual(confusion(runs, { classes }), [
      { expected: "read", chosen: "read", count: 2, rate: 2 / 3, ...wilson(2, 3, 0.95) },
      { expected: "read", chosen: "write", count: 1, rate: 1 / 3, ...wilson(1, 3, 0.95) },
      { expected: "write", chosen: "write", count: 1, rate: 1, ...wilson(1, 1, 0.95) }
    ])
  })

  test("no runs give no counts", () => {
    assert.deepEqual(confusion([], { classes }), [])
  })

  test("every run is counted once, and every rate lies in its interval", () => {
    const anyRun = fc
      .tuple(fc.constantFrom("read", "write"), fc.array(fc.constantFrom("get_weather", "send", "search")))
      .map(([expected, names]) => run(expected, ...names))
    fc.assert(
      fc.property(fc.array(anyRun), fc.constantFrom(0.9, 0.99), (runs, confidence) => {
        const cells = confusion(runs, { classes, confidence })
        assert.equal(
          cells.reduce((total, { count }) => total + count, 0),
          runs.length
        )
        for (const { high, low, rate } of cells) assert.ok(low! <= rate && rate <= high!)
        assert.deepEqual(cells, confusion(runs.toReversed(), { classes, confidence }))
      })
    )
  })
})
