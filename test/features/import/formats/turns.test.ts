/**
 * The user's messages of a conversation, in each format that has them: each begins a part of the run.
 */
import { test } from "bun:test"
import assert from "node:assert/strict"
import type { Json } from "../../../../src/base/domain/Json.ts"
import { type FormatName, formats } from "../../../../src/features/import/formats/formats.ts"
import type { ImportedRun } from "../../../../src/edges/telemetry/Item.ts"
import { jsonSplitter } from "../../../../src/features/import/formats/splitJson.ts"
import { conversationPart } from "../../../../src/language/metrics/conversationPart.ts"

const runOf = (format: FormatName, value: Json): ImportedRun => {
  const splitter = jsonSplitter()
  const parts = [...splitter.push(new TextEncoder().encode(JSON.stringify(value))), ...splitter.end()]
  const documents = parts.map((part) => ("flaw" in part ? assert.fail(part.flaw) : { file: "runs.json", ...part }))
  const runs = [...formats[format].read(documents, { inferErrors: false })].filter(({ kind }) => kind === "run")
  assert.equal(runs.length, 1)
  return runs[0] as ImportedRun
}

const call = (id: string, city: string) => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id, type: "function", function: { name: "look", arguments: JSON.stringify({ city }) } }]
})

const chat = [
  { role: "user", content: "Rome?" },
  call("a", "Rome"),
  { role: "tool", tool_call_id: "a", content: "sunny" },
  { role: "assistant", content: "Sunny." },
  { role: "user", content: "Paris?" },
  call("b", "Paris"),
  { role: "tool", tool_call_id: "b", content: "rain" },
  { role: "assistant", content: "Rain." },
  { role: "user", content: "###STOP###" }
]

const block = (id: string, city: string) => [{ type: "tool_use", id, name: "look", input: { city } }]
const toolResult = (id: string, text: string) => [{ type: "tool_result", tool_use_id: id, content: text }]
const messages = [
  { role: "user", content: "Rome?" },
  { role: "assistant", content: block("a", "Rome") },
  { role: "user", content: toolResult("a", "sunny") },
  { role: "assistant", content: "Sunny." },
  { role: "user", content: "Paris?" },
  { role: "assistant", content: block("b", "Paris") },
  { role: "user", content: toolResult("b", "rain") },
  { role: "assistant", content: "Rain." }
]

const said = (text: string) => [{ type: "output_text", text }]
const asked = (id: string, city: string) => ({
  type: "function_call",
  call_id: id,
  name: "look",
  arguments: JSON.stringify({ city })
})
const input = [
  { role: "user", content: "Rome?" },
  asked("a", "Rome"),
  { type: "function_call_output", call_id: "a", output: "sunny" },
  { type: "message", role: "assistant", content: said("Sunny.") },
  { role: "user", content: "Paris?" },
  asked("b", "Paris"),
  { type: "function_call_output", call_id: "b", output: "rain" },
  { type: "message", role: "assistant", content: said("Rain.") }
]

const line = (message: (typeof messages)[number], at: number) => ({
  type: message.role,
  sessionId: "s",
  uuid: `${at}`,
  parentUuid: at === 0 ? null : `${at - 1}`,
  message: {
    ...message,
    id: `m${at}`,
    content: typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content
  }
})

const spanOf = (conversation: ReadonlyArray<object>) => ({
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: [
            {
              traceId: "0af7651916cd43dd8448eb211c80319c",
              spanId: "b7ad6b7169203331",
              name: "chat",
              startTimeUnixNano: "1",
              endTimeUnixNano: "2",
              attributes: Object.entries({
                "gen_ai.operation.name": "chat",
                "gen_ai.input.messages": JSON.stringify(conversation.slice(0, -1)),
                "gen_ai.output.messages": JSON.stringify(conversation.slice(-1))
              }).map(([key, stringValue]) => ({ key, value: { stringValue } }))
            }
          ]
        }
      ]
    }
  ]
})

const genAi = [
  { role: "user", parts: [{ type: "text", content: "Rome?" }] },
  { role: "assistant", parts: [{ type: "tool_call", id: "a", name: "look", arguments: { city: "Rome" } }] },
  { role: "tool", parts: [{ type: "tool_call_response", id: "a", response: "sunny" }] },
  { role: "assistant", parts: [{ type: "text", content: "Sunny." }] },
  { role: "user", parts: [{ type: "text", content: "Paris?" }] },
  { role: "assistant", parts: [{ type: "tool_call", id: "b", name: "look", arguments: { city: "Paris" } }] },
  { role: "tool", parts: [{ type: "tool_call_response", id: "b", response: "rain" }] },
  { role: "assistant", parts: [{ type: "text", content: "Rain." }], finish_reason: "stop" }
]

const tau2 = {
  info: { environment_info: { domain_name: "weather" } },
  simulations: [{ task_id: "1", trial: 0, messages: chat, reward_info: { reward: 1 } }]
}

test.each<[FormatName, Json]>([
  ["openai-chat", chat.slice(0, -1)],
  ["anthropic", { messages }],
  ["openai-responses", { input }],
  ["tau-bench", [{ task_id: 1, trial: 0, reward: 1, traj: chat }]],
  ["tau2", tau2],
  ["claude-code", messages.map(line)],
  ["otlp", spanOf(genAi)]
])("%s: each message of the user begins a part, with the calls that answer it", (format, value) => {
  const { trace } = runOf(format, value)
  const parts = [1, 2].map((n) => conversationPart(trace, n)?.trace ?? assert.fail(`part ${n}`))
  assert.deepEqual(
    parts.map(({ conversation, final_response, tool_calls, tool_results }) => [
      conversation.turns[0]?.content,
      tool_calls.map(({ args }) => args),
      tool_results.length,
      final_response
    ]),
    [
      ["Rome?", [{ city: "Rome" }], 1, "Sunny."],
      ["Paris?", [{ city: "Paris" }], 1, "Rain."]
    ]
  )
  assert.equal(conversationPart(trace, 3), undefined)
})
