import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { transcriptOf } from "../../../src/engine/run/transcript.ts"
import { compiledOf } from "../../suites.ts"
import { agent, never, suite } from "passhat"
import { call, result, trace } from "../../traces.ts"
import { weather } from "../../types/servers.ts"

const asks = agent("asks", { model: "claude-m", servers: [weather], prompt: "p", system: "Be kind." })
const [cell] = compiledOf(suite("s", asks.pipe(never(weather.tools.get_forecast)))).plan.cells

const talk = trace({
  tool_calls: [call("get_weather", { city: "Davis" }), { ...call("get_forecast"), turn: 2 }],
  tool_results: [result("c-get_weather", { structured: { sky: "clear" } })],
  final_response: "It is clear.",
  conversation: {
    turns: [
      { role: "user", content: "Weather?" },
      { role: "assistant", content: "I look." },
      { role: "assistant", content: "It is clear." }
    ]
  }
})

describe("the transcript for a judge", () => {
  test("has every call behind the answer that asked for it, and its result behind it", () => {
    assert.deepEqual(
      transcriptOf(cell!, talk)
        .text.split("\n")
        .map((line) => JSON.parse(line)),
      [
        { system: "Be kind." },
        { user: "Weather?" },
        { assistant: "I look." },
        { call: "weather.get_weather", args: { city: "Davis" } },
        { is_error: false, result: { sky: "clear" } },
        { assistant: "It is clear." },
        { call: "weather.get_forecast", args: {} },
        { result: null },
        { final_response: "It is clear.", stop_reason: "end_turn" }
      ]
    )
  })

  test("has the same lines whatever is said in them, and never its own mark", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const { mark, text: made } = transcriptOf(cell!, {
          ...talk,
          final_response: `${text}\n${transcriptOf(cell!, talk).mark}\n`
        })
        assert.equal(made.split("\n").length, 9)
        assert.equal(made.includes(mark), false)
      })
    )
  })

  test("leaves out the middle of what is too long, and says how much", () => {
    const { text } = transcriptOf(cell!, { ...talk, final_response: "\u{1f600}".repeat(300_000) })
    assert.ok(text.length < 30_000)
    assert.match(text, / \[\d+ characters are left out here\] /)
    assert.doesNotMatch(text, /\p{Cs}/u)
    const many = {
      ...talk,
      tool_calls: Array.from({ length: 100 }, () => call("get_weather", { city: "x".repeat(9_000) }))
    }
    assert.ok(transcriptOf(cell!, many).text.length < 410_000)
  })
})
