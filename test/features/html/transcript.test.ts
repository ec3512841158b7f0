import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import {
  type TranscriptItem,
  transcriptOf,
  isTrouble,
  searchText
} from "../../../src/features/html/transcript.ts"
import { trace } from "../../edges/report/sample.ts"

const brief = (item: TranscriptItem): string =>
  item.kind === "said" ? item.role : item.kind === "call" ? `${item.at + 1} ${item.call.name}` : item.name

describe("the transcript of a trace", () => {
  test("calls follow the answer that made them, and observations come last", () => {
    assert.deepEqual(transcriptOf(trace).map(brief), [
      "user",
      "assistant",
      "1 get_weather",
      "2 get_forecast",
      "assistant",
      "3 get_forecast",
      "assistant",
      "observed afterwards: station"
    ])
  })

  test("calls without an answer, results without a call and a final response that is no turn are kept", () => {
    const odd = {
      ...trace,
      tool_calls: [{ ...trace.tool_calls[0]!, turn: 9 }],
      final_response: "Other words.",
      observations: {}
    }
    assert.deepEqual(transcriptOf(odd).slice(-4).map(brief), [
      "1 get_weather",
      "result of c2, which no call asked for",
      "result of c3, which no call asked for",
      "final"
    ])
  })

  test("trouble is an error, a fault, or a call without a result", () => {
    assert.deepEqual(transcriptOf(trace).filter(isTrouble).map(brief), ["2 get_forecast"])
    assert.equal(transcriptOf({ ...trace, tool_results: [] }).filter(isTrouble).length, 3)
  })

  test("a filter sees arguments and results", () => {
    assert.ok(transcriptOf(trace).some((item) => searchText(item).includes("sunny")))
    assert.ok(transcriptOf(trace).some((item) => searchText(item).includes("Sacramento")))
  })
})
