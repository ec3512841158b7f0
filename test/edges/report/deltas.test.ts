import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { compareSamples } from "../../../src/language/metrics/comparison.ts"
import { samplesOfReport } from "../../../src/features/compare/samplesOf.ts"
import type { Report } from "../../../src/base/domain/verdict/Verdict.ts"
import { contentsOf, type Entry, isDifferent } from "../../../src/features/html/Overview.ts"
import { cell, gate, ofCell, report, run, suite, trace } from "./sample.ts"

const since = (before: Report, now: Report): ReadonlyArray<Entry> => {
  const samples = [samplesOfReport(before), samplesOfReport(now)] as const
  const comparison = compareSamples(...samples, { confidence: 0.95, behaviour: true, allowed: [] })
  return contentsOf(now, { name: "main.json", report: before, comparison }).overview.entries
}

const green = ofCell({ runs: [run(1, { trace }), run(2, { trace })] })

describe("the differences from a baseline", () => {
  test("the same report has none", () => {
    assert.deepEqual(since(green, green).map(isDifferent), [false])
  })

  test("a verdict, a gate, calls and a final response that changed are told with their runs", () => {
    const other = { ...trace, tool_calls: trace.tool_calls.slice(1), final_response: "It rains." }
    const red = ofCell({
      verdict: "fail",
      runs: [run(1, { trace }), run(2, { trace: other, verdict: "fail" })],
      gates: [gate({ verdict: "fail", summary: "selection 1/2" })]
    })
    assert.deepEqual(since(green, red)[0]?.delta?.differences, [
      "the verdict was pass and is fail",
      "tool-selection floor: was pass (selection 9/10 (90%), pass^1 90%, max tokens 1840) and is fail (selection 1/2)",
      "another verdict in run #2",
      "other calls in run #2",
      "another final response in run #2"
    ])
  })

  test("a cell that is new is different, and a cell that is gone is named", () => {
    const now = report(suite({ cells: [cell({ id: "weather/new", name: "is new" })] }))
    const [entry] = since(green, now)
    assert.deepEqual(entry?.delta?.differences, ["only this report has it"])
    assert.equal(entry?.delta?.before, undefined)
  })

  test("what was not known on one side is not told as a difference", () => {
    const untraced = ofCell({ runs: [run(1), run(2)] })
    const [entry] = since(untraced, green)
    assert.equal(entry?.delta?.before?.tokens, undefined)
    assert.equal(entry?.delta?.after.tokens, 1_840)
    assert.equal(
      entry?.delta?.differences.some((one) => one.startsWith("other calls")),
      false
    )
  })
})
