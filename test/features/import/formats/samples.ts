/**
 * A small file of each format, and of each way in which programs write it. Every one has the same two calls.
 */
import type { Json, JsonObject } from "../../../../src/base/domain/Json.ts"
import type { FormatName } from "../../../../src/features/import/formats/formats.ts"
import type { Document } from "../../../../src/edges/telemetry/Item.ts"
import { jsonSplitter } from "../../../../src/features/import/formats/splitJson.ts"

export interface Sample {
  readonly name: string
  readonly format: FormatName
  /** By name of the file. A list of lines is a file of JSON lines. */
  readonly files: Readonly<Record<string, Json | { readonly lines: ReadonlyArray<Json> }>>
}

/** The values of its files, as the command reads them. */
export const documentsOf = ({ files }: Sample): ReadonlyArray<Document> =>
  Object.entries(files).flatMap(([file, content]) => {
    const isLines = typeof content === "object" && content !== null && "lines" in content
    const lines = isLines ? (content.lines as ReadonlyArray<Json>) : [content as Json]
    const splitter = jsonSplitter()
    const bytes = new TextEncoder().encode(lines.map((line) => JSON.stringify(line)).join("\n"))
    return [...splitter.push(bytes), ...splitter.end()].flatMap((part) => ("flaw" in part ? [] : [{ file, ...part }]))
  })

const asked = { role: "user", content: "Refund order 7." }
const done = { role: "assistant", content: "Done." }
const find = { order: 7 }
const refund = { order: 7, amount: 12.5 }

const chat = (call: (id: string, name: string, args: JsonObject) => Json): ReadonlyArray<Json> => [
  asked,
  { role: "assistant", content: null, tool_calls: [call("a", "find_order", find)] },
  { role: "tool", tool_call_id: "a", id: "a", content: "found" },
  { role: "assistant", content: "Found.", tool_calls: [call("b", "refund_order", refund)] },
  { role: "tool", tool_call_id: "b", id: "b", content: "refunded" },
  done
]

const ofOpenai = chat((id, name, args) => ({
  id,
  type: "function",
  function: { name, arguments: JSON.stringify(args) }
}))

const responses = [
  asked,
  { type: "function_call", call_id: "a", name: "find_order", arguments: JSON.stringify(find) },
  { type: "function_call_output", call_id: "a", output: "found" },
  { type: "function_call", call_id: "b", name: "refund_order", arguments: JSON.stringify(refund) },
  { type: "function_call_output", call_id: "b", output: "refunded" },
  { type: "message", role: "assistant", content: [{ type: "output_text", text: "Done." }] }
]

const used = (id: string, name: string, input: JsonObject) => ({ type: "tool_use", id, name, input })
const returned = (id: string) => ({
  role: "user",
  content: [{ type: "tool_result", tool_use_id: id, content: "ok", is_error: false }]
})
const anthropic = [
  asked,
  { role: "assistant", content: [used("a", "find_order", find)] },
  returned("a"),
  { role: "assistant", content: [{ type: "text", text: "Found." }, used("b", "refund_order", refund)] },
  returned("b"),
  done
]

const model = [
  asked,
  { role: "assistant", content: [{ type: "tool-call", toolCallId: "a", toolName: "find_order", input: find }] },
  {
    role: "tool",
    content: [
      { type: "tool-result", toolCallId: "a", toolName: "find_order", output: { type: "text", value: "found" } }
    ]
  },
  {
    role: "assistant",
    content: [
      { type: "text", text: "Found." },
      { type: "tool-call", toolCallId: "b", toolName: "refund_order", input: refund }
    ]
  },
  {
    role: "tool",
    content: [
      { type: "tool-result", toolCallId: "b", toolName: "refund_order", output: { type: "json", value: { ok: true } } }
    ]
  },
  { role: "assistant", content: [{ type: "text", text: "Done." }] }
]

const ui = [
  { id: "m1", role: "user", parts: [{ type: "text", text: "Refund order 7." }] },
  {
    id: "m2",
    role: "assistant",
    parts: [
      { type: "step-start" },
      { type: "tool-find_order", toolCallId: "a", state: "output-available", input: find, output: { found: true } },
      { type: "step-start" },
      { type: "text", text: "Found." },
      {
        type: "dynamic-tool",
        toolName: "refund_order",
        toolCallId: "b",
        state: "output-error",
        input: refund,
        errorText: "closed"
      },
      { type: "step-start" },
      { type: "text", text: "Done." }
    ]
  }
]

const invoked = (toolCallId: string, toolName: string, args: JsonObject) => ({
  state: "result",
  toolCallId,
  toolName,
  args,
  result: "ok"
})
const earlierUi = [
  { id: "m1", role: "user", content: "Refund order 7." },
  {
    id: "m2",
    role: "assistant",
    content: "Done.",
    toolInvocations: [invoked("a", "find_order", find), invoked("b", "refund_order", refund)]
  }
]

const ofLangchain = (write: (type: string, fields: JsonObject) => Json): ReadonlyArray<Json> => [
  write("human", { content: "Refund order 7." }),
  write("ai", { content: "", tool_calls: [{ id: "a", name: "find_order", args: find, type: "tool_call" }] }),
  write("tool", { content: "found", tool_call_id: "a", status: "success" }),
  write("ai", {
    content: [{ type: "text", text: "Found." }, used("b", "refund_order", refund)],
    tool_calls: [{ id: "b", name: "refund_order", args: refund, type: "tool_call" }]
  }),
  write("tool", { content: "closed", tool_call_id: "b", status: "error" }),
  write("ai", { content: "Done.", usage_metadata: { input_tokens: 1, output_tokens: 2, total_tokens: 3 } })
]
const CLASSES: { readonly [type: string]: string } = { human: "HumanMessage", ai: "AIMessage", tool: "ToolMessage" }

const tau2 = {
  info: { agent_info: { llm: "gpt-x" }, environment_info: { domain_name: "retail", policy: "Be kind." } },
  tasks: [{ id: "7", evaluation_criteria: { actions: [{ name: "cancel_order", arguments: { order: 7 } }] } }],
  simulations: [
    {
      task_id: "7",
      trial: 0,
      termination_reason: "user_stop",
      reward_info: { reward: 1, action_checks: [{ action: { name: "cancel_order", arguments: { order: 7 } } }] },
      messages: [
        { role: "assistant", content: "Hi!", usage: null },
        { role: "user", content: null, tool_calls: [{ id: "u", name: "toggle", arguments: {}, requestor: "user" }] },
        { role: "tool", id: "u", content: "on", requestor: "user", error: false },
        ...chat((id, name, args) => ({ id, name, arguments: args, requestor: "assistant" }))
      ]
    }
  ]
}

const spanAttributes: Readonly<Record<string, JsonObject>> = {
  "in flat names": {
    "gen_ai.prompt.0.role": "user",
    "gen_ai.prompt.0.content": "Refund order 7.",
    "gen_ai.prompt.1.role": "assistant",
    "gen_ai.prompt.1.tool_calls.0.id": "a",
    "gen_ai.prompt.1.tool_calls.0.name": "find_order",
    "gen_ai.prompt.1.tool_calls.0.arguments": JSON.stringify(find),
    "gen_ai.prompt.2.role": "tool",
    "gen_ai.prompt.2.tool_call_id": "a",
    "gen_ai.prompt.2.content": "found",
    "gen_ai.completion.0.role": "assistant",
    "gen_ai.completion.0.content": "Found.",
    "gen_ai.completion.0.tool_calls.0.id": "b",
    "gen_ai.completion.0.tool_calls.0.name": "refund_order",
    "gen_ai.completion.0.tool_calls.0.arguments": JSON.stringify(refund)
  },
  "in OpenTelemetry's names": {
    "gen_ai.operation.name": "chat",
    "gen_ai.input.messages": JSON.stringify([
      { role: "user", parts: [{ type: "text", content: "Refund order 7." }] },
      { role: "assistant", parts: [{ type: "tool_call", id: "a", name: "find_order", arguments: find }] },
      { role: "tool", parts: [{ type: "tool_call_response", id: "a", response: "found" }] }
    ]),
    "gen_ai.output.messages": JSON.stringify([
      { role: "assistant", parts: [{ type: "tool_call", id: "b", name: "refund_order", arguments: refund }] }
    ])
  },
  "of the AI SDK": {
    "ai.prompt.messages": JSON.stringify(model.slice(0, 3)),
    "ai.response.text": "Found.",
    "ai.response.toolCalls": JSON.stringify([
      { type: "tool-call", toolCallId: "b", toolName: "refund_order", input: JSON.stringify(refund) }
    ])
  },
  "of OpenInference": {
    "llm.input_messages.0.message.role": "user",
    "llm.input_messages.0.message.content": "Refund order 7.",
    "llm.input_messages.1.message.role": "assistant",
    "llm.input_messages.1.message.tool_calls.0.tool_call.id": "a",
    "llm.input_messages.1.message.tool_calls.0.tool_call.function.name": "find_order",
    "llm.input_messages.1.message.tool_calls.0.tool_call.function.arguments": JSON.stringify(find),
    "llm.output_messages.0.message.role": "assistant",
    "llm.output_messages.0.message.content": "Found.",
    "llm.output_messages.0.message.tool_calls.0.tool_call.id": "b",
    "llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "refund_order",
    "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments": JSON.stringify(refund)
  }
}

const otlp = (attributes: JsonObject): Json => ({
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: [
            {
              traceId: "t",
              spanId: "s",
              name: "chat",
              startTimeUnixNano: "1",
              attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: { stringValue: value } }))
            }
          ]
        }
      ]
    }
  ]
})

const jaeger = (attributes: JsonObject): Json => ({
  data: [
    {
      traceID: "t",
      spans: [
        {
          traceID: "t",
          spanID: "s",
          operationName: "chat",
          startTime: 1,
          tags: Object.entries(attributes).map(([key, value]) => ({ key, value }))
        }
      ]
    }
  ]
})

const line = (type: string, uuid: string, message: JsonObject): Json => ({
  sessionId: "s1",
  type,
  uuid,
  message: { ...message, id: `m${uuid}` }
})

const trace = {
  tool_calls: [
    { id: "a", turn: 1, server: "orders", name: "find_order", args: find },
    { id: "b", turn: 2, server: "orders", name: "refund_order", args: refund }
  ],
  tool_results: ["a", "b"].map((call_id) => ({ call_id, is_error: false, content: [], timed_out: false })),
  final_response: "Done.",
  stop_reason: "end_turn",
  conversation: { turns: [asked, done] },
  clock: { virtual_ms: 0, kind: "wall" },
  faults: []
}

export const samples: ReadonlyArray<Sample> = [
  { name: "a list of messages", format: "openai-chat", files: { "a.json": ofOpenai } },
  { name: "lines of messages", format: "openai-chat", files: { "a.jsonl": { lines: ofOpenai } } },
  { name: "an object with messages", format: "openai-chat", files: { "a.json": { id: 1, messages: ofOpenai } } },
  {
    name: "messages with args",
    format: "openai-chat",
    files: { "a.json": chat((id, name, args) => ({ id, name, args, type: "tool_call" })) }
  },
  {
    name: "an exchange",
    format: "openai-chat",
    files: {
      "a.json": {
        request: { body: { model: "gpt-x", messages: ofOpenai.slice(0, 3) } },
        response: { status: 200, json: { choices: [{ message: ofOpenai[3]! }] } }
      }
    }
  },
  { name: "a list of items", format: "openai-responses", files: { "a.json": responses } },
  { name: "an object with input", format: "openai-responses", files: { "a.json": { input: responses } } },
  { name: "a list of messages", format: "anthropic", files: { "a.json": anthropic } },
  { name: "an object with messages", format: "anthropic", files: { "a.json": { messages: anthropic } } },
  { name: "messages of a model", format: "ai-sdk", files: { "a.json": model } },
  { name: "messages of a page", format: "ai-sdk", files: { "a.json": { id: "c1", messages: ui } } },
  { name: "messages of an earlier page", format: "ai-sdk", files: { "a.json": earlierUi } },
  {
    name: "messages",
    format: "langchain",
    files: { "a.json": { messages: ofLangchain((type, fields) => ({ type, ...fields })) } }
  },
  {
    name: "messages with data",
    format: "langchain",
    files: { "a.json": ofLangchain((type, data) => ({ type, data })) }
  },
  {
    name: "serialized messages",
    format: "langchain",
    files: {
      "a.json": ofLangchain((type, kwargs) => ({
        lc: 1,
        type: "constructor",
        id: ["langchain_core", "messages", CLASSES[type] ?? ""],
        kwargs
      }))
    }
  },
  {
    name: "runs",
    format: "tau-bench",
    files: { "a.json": [{ task_id: 7, trial: 0, reward: 1, traj: ofOpenai, info: { actions: [] } }] }
  },
  { name: "simulations", format: "tau2", files: { "a.json": tau2 } },
  ...Object.entries(spanAttributes).flatMap(([name, attributes]): ReadonlyArray<Sample> => [
    { name, format: "otlp", files: { "a.json": otlp(attributes) } },
    { name, format: "jaeger", files: { "a.json": jaeger(attributes) } }
  ]),
  {
    name: "a folder of a run",
    format: "mcpmark",
    files: {
      "git/run-1/task/messages.json": responses,
      "git/run-1/task/meta.json": { execution_result: { success: true }, token_usage: { input_tokens: 1 } }
    }
  },
  {
    name: "a session",
    format: "claude-code",
    files: {
      "s1.jsonl": {
        lines: anthropic.map((message, at) => line((message as typeof asked).role, String(at), message as JsonObject))
      }
    }
  },
  { name: "a trace", format: "passhat-trace", files: { "a.json": { task: "x", trace } as unknown as Json } }
]
