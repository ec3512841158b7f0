import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { isEmpty, matchOf, mayMatch, type Query } from "../../../src/features/html/findRuns.ts"
import { contentsOf } from "../../../src/features/html/Overview.ts"
import { durationOf, snapshotsOf, spansOf } from "../../../src/features/html/times.ts"
import { check, ofCell, run, trace } from "../../edges/report/sample.ts"

const steps = [
  { by: "model", ms: 400, model: "m-1" },
  { by: "tool", server: "weather", name: "get_weather", ms: 30 },
  { by: "tool", server: "weather", name: "get_forecast", ms: 100, failed: true },
  { by: "model", ms: 200 }
] as const
const one = run(1, { verdict: "fail", trace, recorded: steps, checks: [check({ verdict: "fail", gate: "expect#1" })] })
const none: ReadonlySet<string> = new Set()
const matches = (query: Query, ids = none): boolean => matchOf(one, query, ids) !== undefined

describe("a filter of runs", () => {
  test.each<[Query, boolean]>([
    [{ tool: '["weather","get_weather"]' }, true],
    [{ tool: '["weather","get_snow"]' }, false],
    [{ argument: "SACRAMENTO" }, true],
    [{ tool: '["weather","get_forecast"]', argument: '"unit"' }, false],
    [{ stop: "end_turn" }, true],
    [{ stop: "max_turns" }, false],
    [{ tokens: { least: 1_840, most: 1_840 } }, true],
    [{ tokens: { least: 1_841 } }, false],
    [{ time: { least: 700, most: 700 } }, true],
    [{ time: { most: 699 } }, false],
    [{ text: "FORECAST hangs" }, true],
    [{ text: "FORECAST hangs", stop: "max_turns" }, false],
    [{ text: "snow" }, false]
  ])("%j matches: %j", (query, isMatch) => assert.equal(matches(query), isMatch))

  test("a run of which something is not known does not match what asks for it", () => {
    const bare = run(2)
    for (const query of [{ tokens: {} }, { time: {} }, { stop: "" }, { tool: "" }, { argument: "" }, { text: "" }]) {
      assert.equal(matchOf(bare, query, none), undefined)
    }
  })

  test("a gate that looks at single runs leaves those that it does not pass", () => {
    assert.equal(matches({ gate: "expect" }, new Set(["expect#1"])), true)
    assert.equal(matches({ gate: "expect" }, new Set(["expect#2"])), false)
  })

  test("the place of a text is shown with what is around it", () => {
    assert.deepEqual(matchOf(one, { text: "hangs" }, none)?.place, {
      before: "The forecast ",
      text: "hangs",
      after: ", again."
    })
  })

  test("cells that cannot match are not unpacked", () => {
    const [{ entry } = { entry: undefined }] = contentsOf(ofCell({ runs: [one] })).entries
    assert.ok(entry !== undefined && isEmpty({}))
    assert.equal(mayMatch(entry, { suite: "weather", tool: '["weather","get_weather"]', stop: "end_turn" }), true)
    for (const query of [{ suite: "x" }, { model: "x" }, { gate: "x" }, { tool: "x" }, { stop: "x" }]) {
      assert.equal(mayMatch(entry, query), false)
    }
  })
})

describe("recorded times", () => {
  test("calls of one answer begin together, and the model goes on after the last of them", () => {
    assert.deepEqual(
      spansOf(steps).map(({ from, to }) => [from, to]),
      [
        [0, 400],
        [400, 430],
        [400, 500],
        [500, 700]
      ]
    )
  })

  test("a run with an answer that was not timed has no duration", () => {
    assert.equal(durationOf(one), 700)
    assert.equal(durationOf({ ...one, recorded: [...steps, { by: "model" }] }), undefined)
    assert.equal(durationOf({ ...one, recorded: [] }), undefined)
  })

  test("snapshots are named once", () => {
    assert.deepEqual(snapshotsOf([one, one, run(3)]), ["m-1"])
  })
})
