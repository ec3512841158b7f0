/**
 * Exchanges with a streamed response: the events make the answer that a whole response would have been.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { Json, JsonObject } from "../../../../src/base/domain/Json.ts"
import { fitting, type FormatName, formats } from "../../../../src/features/import/formats/formats.ts"
import type { Document, Finding, ImportedRun } from "../../../../src/edges/telemetry/Item.ts"

interface Case {
  readonly format: FormatName
  readonly body: JsonObject
  readonly events: ReadonlyArray<Json>
  readonly done?: string
}

const call = { index: 0, id: "a", type: "function", function: { name: "look", arguments: "" } }
const item = { type: "function_call", call_id: "a", name: "look", arguments: '{"id":12345678901234567890}' }
const asked = [{ role: "user", content: "Weather?" }]

const cases: ReadonlyArray<Case> = [
  {
    format: "openai-chat",
    body: { messages: asked },
    events: [
      { choices: [{ index: 0, delta: { role: "assistant", content: "Let me ", tool_calls: [call] } }] },
      { choices: [{ index: 0, delta: { content: "see." } }] },
      { choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: '{"id":12345' } }] } }] },
      { choices: [{ delta: { tool_calls: [{ index: 0, function: { arguments: "678901234567890}" } }] } }] },
      { choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] },
      { choices: [], usage: { prompt_tokens: 10, completion_tokens: 3 } }
    ],
    done: "data: [DONE]\n\n"
  },
  {
    format: "openai-responses",
    body: { input: "Weather?" },
    events: [
      { type: "response.created", response: { object: "response", status: "in_progress", output: [] } },
      { type: "response.output_text.delta", delta: "Let me see." },
      {
        type: "response.completed",
        response: {
          object: "response",
          status: "completed",
          output: [
            { type: "message", role: "assistant", content: [{ type: "output_text", text: "Let me see." }] },
            item
          ],
          usage: { input_tokens: 10, output_tokens: 3 }
        }
      }
    ]
  },
  {
    format: "anthropic",
    body: { messages: asked },
    events: [
      { type: "message_start", message: { usage: { input_tokens: 4, cache_read_input_tokens: 6, output_tokens: 1 } } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "ping" },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Let me see." } },
      { type: "content_block_start", index: 1, content_block: { type: "tool_use", id: "a", name: "look", input: {} } },
      { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '{"id":12345' } },
      { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: "678901234567890}" } },
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 3 } },
      { type: "message_stop" }
    ]
  }
]

const exchange = ({ body, done = "" }: Case, events: ReadonlyArray<Json>, end = "\n"): Document => ({
  file: "exchanges.json",
  pointer: "",
  value: {
    request: { body },
    response: {
      status: 200,
      text: events
        .map((event) => `event: x${end}data: ${JSON.stringify(event)}${end}${end}`)
        .join("")
        .concat(done)
    }
  }
})

const read = (format: FormatName, document: Document) => {
  const items = [...formats[format].read([document], { inferErrors: false })]
  return {
    runs: items.filter((one): one is ImportedRun => one.kind === "run"),
    findings: items.filter((one): one is Finding => one.kind === "finding").map(({ what }) => what)
  }
}

describe.each(cases.map((one) => [one.format, one] as const))("%s", (format, one) => {
  test.each([
    ["line feeds", "\n"],
    ["carriage returns", "\r\n"]
  ])("a stream with %s gives words, calls without a lost digit, and tokens", (_, end) => {
    const document = exchange(one, one.events, end)
    const { findings, runs } = read(format, document)
    const [run] = runs
    assert.deepEqual([findings, runs.length, fitting([document])], [[], 1, [format]])
    assert.deepEqual(
      run?.trace.conversation.turns.map(({ content }) => content),
      ["Weather?", "Let me see."]
    )
    assert.deepEqual(run?.trace.tool_calls, [
      { id: "a", turn: 1, server: format, name: "look", args: { id: "12345678901234567890" } }
    ])
    assert.deepEqual(run?.trace.conversation.tokens, { input: 10, output: 3, total: 13 })
    assert.equal(run?.trace.stop_reason, "tool_use")
  })

  test("a stream that breaks off before its end is listed, and no run is made of it", () => {
    const end = one.events.findIndex((event) =>
      /finish_reason|response.completed|message_delta/.test(JSON.stringify(event))
    )
    const { findings, runs } = read(format, exchange({ ...one, done: "" }, one.events.slice(0, end)))
    assert.deepEqual([runs, findings], [[], ["an exchange that failed, broke off, or is of another API"]])
  })

  test("a stream with an event that is not JSON is listed", () => {
    const { runs } = read(format, exchange({ ...one, done: "data: {\n\n" }, one.events))
    assert.deepEqual(runs, [])
  })
})
