/**
 * Spans in the names that instrumentation gives them: of OpenTelemetry, of the AI SDK before it took them over, and of
 * OpenInference.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { Json, JsonObject } from "../../../../src/base/domain/Json.ts"
import { formats } from "../../../../src/features/import/formats/formats.ts"
import type { Finding, ImportedRun } from "../../../../src/edges/telemetry/Item.ts"

interface Written {
  readonly id: string
  readonly parent?: string
  readonly name?: string
  readonly failed?: boolean
  readonly attributes: JsonObject
}

/** A value of OTLP: integers as texts, lists and objects as structures. */
const otlpValue = (value: Json): JsonObject => {
  if (typeof value === "string") return { stringValue: value }
  if (typeof value === "number") return { intValue: String(value) }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(otlpValue) } }
  return { kvlistValue: { values: keyed(value as JsonObject, otlpValue) } }
}

const keyed = (attributes: JsonObject, of: (value: Json) => Json): ReadonlyArray<Json> =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: of(value) }))

const otlp = (...spans: ReadonlyArray<Written>) =>
  read("otlp", "#/resourceSpans/0", {
    scopeSpans: [
      {
        spans: spans.map(({ attributes, failed, id, name = id, parent = "" }, at) => ({
          traceId: "t",
          spanId: id,
          parentSpanId: parent,
          name,
          startTimeUnixNano: `17000000000000${at}0000`,
          attributes: keyed(attributes, otlpValue),
          status: failed === true ? { code: 2 } : {}
        }))
      }
    ]
  })

const jaeger = (...spans: ReadonlyArray<Written>) =>
  read("jaeger", "#/data/0", {
    traceID: "t",
    spans: spans.map(({ attributes, failed, id, name = id, parent }, at) => ({
      traceID: "t",
      spanID: id,
      operationName: name,
      references: parent === undefined ? [] : [{ refType: "CHILD_OF", spanID: parent }],
      startTime: at,
      tags: keyed({ ...attributes, ...(failed === true && { error: true }) }, (value) =>
        typeof value === "object" ? JSON.stringify(value) : value
      )
    }))
  })

const read = (format: "otlp" | "jaeger", pointer: string, value: Json) => {
  const items = [...formats[format].read([{ file: "spans.json", pointer, value }], { inferErrors: false })]
  return {
    runs: items.filter((item): item is ImportedRun => item.kind === "run"),
    findings: items.filter((item): item is Finding => item.kind === "finding").map(({ what }) => what)
  }
}

/** The run that every way of writing it below is of. */
const assertWeather = ({ findings, runs }: ReturnType<typeof otlp>, server = "otlp") => {
  const [run] = runs
  assert.deepEqual([findings, runs.length], [[], 1])
  assert.deepEqual([run?.model, run?.system, run?.prompt], ["gpt-x", "Be brief.", "Weather?"])
  assert.deepEqual(run?.trace.tool_calls, [{ id: "a", turn: 1, server, name: "look", args: { city: "Rome" } }])
  assert.deepEqual(
    run?.trace.tool_results.map(({ call_id, content, is_error }) => [call_id, content, is_error]),
    [["a", [{ type: "text", text: '{"sky":"clear"}' }], false]]
  )
  assert.deepEqual(
    run?.trace.conversation.turns.map(({ role }) => role),
    ["user", "assistant", "assistant"]
  )
  assert.deepEqual([run?.trace.final_response, run?.trace.stop_reason], ["It is clear.", "end_turn"])
  assert.deepEqual(run?.trace.conversation.tokens, { input: 30, output: 7, total: 37 })
  assert.deepEqual(run?.tools[0], { server, name: "look", description: "Looks.", input_schema: { type: "object" } })
}

const look = { type: "function", name: "look", description: "Looks.", parameters: { type: "object" } }

describe("the names of OpenTelemetry", () => {
  const asked: ReadonlyArray<Json> = [{ role: "user", parts: [{ type: "text", content: "Weather?" }] }]
  const called = {
    role: "assistant",
    parts: [
      { type: "reasoning", content: "hm" },
      { type: "tool_call", id: "a", name: "look", arguments: { city: "Rome" } }
    ],
    finish_reason: "tool_call"
  }
  // Google's ADK gives results in messages of the user, and others in those of a tool.
  const returned = (role: string): Json => ({
    role,
    parts: [{ type: "tool_call_response", id: "a", response: { sky: "clear" } }]
  })
  const said = { role: "assistant", parts: [{ type: "text", content: "It is clear." }], finish_reason: "stop" }
  const chat = (id: string, input: ReadonlyArray<Json>, output: Json, tokens: readonly [number, number]): Written => ({
    id,
    parent: "agent",
    name: "chat gpt-x",
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.request.model": "gpt-x",
      "gen_ai.system_instructions": [{ type: "text", content: "Be brief." }],
      "gen_ai.input.messages": input,
      "gen_ai.output.messages": [output],
      "gen_ai.tool.definitions": [look],
      "gen_ai.usage.input_tokens": tokens[0],
      "gen_ai.usage.output_tokens": tokens[1],
      "gen_ai.usage.cache_read.input_tokens": 5
    }
  })
  const agent: Written = {
    id: "agent",
    attributes: {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": "weather",
      "gen_ai.input.messages": asked,
      "gen_ai.output.messages": [said],
      "gen_ai.usage.input_tokens": 30,
      task: "7"
    }
  }
  const execution = (more: JsonObject = {}, failed = false): Written => ({
    id: "tool",
    parent: "agent",
    failed,
    attributes: { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.id": "a", ...more }
  })
  const first = chat("c1", asked, called, [10, 3])
  const second = (role: string) => chat("c2", [...asked, called, returned(role)], said, [20, 4])

  test.each(["tool", "user"])("messages in structures, with results in a message of the %s", (role) => {
    const found = otlp(agent, first, execution({ "gen_ai.tool.call.result": "{}" }), second(role))
    assertWeather(found)
    assert.deepEqual([found.runs[0]?.agent, (found.runs[0]!.source as JsonObject)["task"]], ["weather", "7"])
  })

  test("messages in texts, as Jaeger has them", () => {
    assertWeather(jaeger(agent, first, second("tool")), "jaeger")
  })

  test("a span of another instrumentation inside of that of an answer is not a second answer", () => {
    const copy = { ...first, id: "copy", parent: "c1" }
    assertWeather(otlp(agent, first, copy, second("tool")))
  })

  test("a call whose execution failed is an error, whatever its result says", () => {
    const { runs } = otlp(agent, first, execution({}, true), second("tool"))
    assert.deepEqual(
      runs[0]?.trace.tool_results.map(({ is_error }) => is_error),
      [true]
    )
  })

  test("a run that ends with its calls has the results of their executions", () => {
    const { runs } = otlp(agent, first, execution({ "gen_ai.tool.call.result": "clear" }))
    const [run] = runs
    assert.deepEqual(
      run?.trace.tool_results.map(({ call_id, content }) => [call_id, content]),
      [["a", [{ type: "text", text: "clear" }]]]
    )
    assert.deepEqual([run?.trace.final_response, run?.trace.stop_reason], ["", "tool_use"])
  })

  test("a trace whose instrumentation drops calls is listed, and no run is made of it", () => {
    const { findings, runs } = otlp(chat("c1", asked, { ...called, parts: [] }, [1, 1]))
    assert.deepEqual([runs, findings], [[], ["a trace whose calls of tools were not recorded"]])
  })

  test("a part of an unknown type is listed", () => {
    const odd = { role: "assistant", parts: [...said.parts, { type: "video" }], finish_reason: "stop" }
    const { findings, runs } = otlp(chat("c1", asked, odd, [1, 1]))
    assert.deepEqual([runs.length, findings], [1, ['a part of the type "video"']])
  })

  test("messages that are not JSON are none", () => {
    const { findings, runs } = otlp({ id: "c1", attributes: { "gen_ai.output.messages": "private" } })
    assert.deepEqual([runs, findings], [[], ["a trace without the messages of a model"]])
  })
})

describe("the AI SDK", () => {
  const system = { role: "system", content: "Be brief." }
  const asked = { role: "user", content: [{ type: "text", text: "Weather?" }] }
  const call = { toolCallId: "a", toolName: "look" }
  const called = { role: "assistant", content: [{ type: "tool-call", ...call, input: { city: "Rome" } }] }
  const returned = (type: string): Json => ({
    role: "tool",
    content: [{ type: "tool-result", ...call, output: { type, value: { sky: "clear" } } }]
  })
  const step = (id: string, messages: ReadonlyArray<Json>, more: JsonObject): Written => ({
    id,
    parent: "root",
    attributes: {
      "ai.operationId": "ai.generateText.doGenerate",
      "gen_ai.request.model": "gpt-x",
      "ai.prompt.messages": JSON.stringify(messages),
      "ai.prompt.tools": [JSON.stringify({ ...look, parameters: undefined, inputSchema: look.parameters })],
      ...more
    }
  })
  const first = step("s1", [system, asked], {
    "ai.response.toolCalls": JSON.stringify([{ ...call, input: '{"city":"Rome"}' }]),
    "gen_ai.response.finish_reasons": ["tool-calls"],
    "gen_ai.usage.input_tokens": 10,
    "gen_ai.usage.output_tokens": 3
  })
  const second = (type: string) =>
    step("s2", [system, asked, called, returned(type)], {
      "ai.response.text": "It is clear.",
      "gen_ai.response.finish_reasons": ["stop"],
      "gen_ai.usage.input_tokens": 20,
      "gen_ai.usage.output_tokens": 4
    })
  const root: Written = {
    id: "root",
    attributes: {
      "ai.operationId": "ai.generateText",
      "ai.telemetry.functionId": "weather",
      "ai.prompt": '{"prompt":"Weather?"}',
      "ai.response.text": "It is clear."
    }
  }
  const execution: Written = {
    id: "tool",
    parent: "root",
    attributes: { "ai.operationId": "ai.toolCall", "ai.toolCall.id": "a", "ai.toolCall.result": '"clear"' }
  }

  test("the steps of a conversation, in spans that ended before the span around them", () => {
    const found = otlp(first, execution, second("json"), root)
    assertWeather(found)
    assert.equal(found.runs[0]?.agent, "weather")
  })

  test("an output of the type error-json is an error", () => {
    const { runs } = otlp(first, execution, second("error-json"), root)
    assert.equal(runs[0]?.trace.tool_results[0]?.is_error, true)
  })

  test("the result of a last call is in the span of the tool", () => {
    const { runs } = otlp(first, execution, root)
    assert.deepEqual(runs[0]?.trace.tool_results[0]?.content, [{ type: "text", text: "clear" }])
  })

  test("answers of a conversation inside of a tool are listed", () => {
    const inner = { ...root, id: "inner", parent: "tool" }
    const { findings, runs } = otlp(first, execution, inner, { ...first, id: "s9", parent: "inner" }, root)
    assert.deepEqual([runs.length, findings], [1, ["an answer of an agent that another agent asked"]])
  })
})

test("the names of OpenInference", () => {
  const messages = (prefix: string, ...list: ReadonlyArray<JsonObject>): JsonObject =>
    Object.fromEntries(
      list.flatMap((message, at) =>
        Object.entries(message).map(([key, value]) => [`llm.${prefix}_messages.${at}.message.${key}`, value])
      )
    )
  const called = {
    role: "assistant",
    "tool_calls.0.tool_call.id": "a",
    "tool_calls.0.tool_call.function.name": "look",
    "tool_calls.0.tool_call.function.arguments": '{"city":"Rome"}'
  }
  const asked = [
    { role: "system", content: "Be brief." },
    { role: "user", "contents.0.message_content.type": "text", "contents.0.message_content.text": "Weather?" }
  ]
  const model = (id: string, attributes: JsonObject, prompt: number, completion: number): Written => ({
    id,
    attributes: {
      "openinference.span.kind": "LLM",
      "llm.model_name": "gpt-x",
      "llm.tools.0.tool.json_schema": JSON.stringify({ type: "function", function: look }),
      "llm.token_count.prompt": prompt,
      "llm.token_count.completion": completion,
      ...attributes
    }
  })
  const returned = { role: "tool", tool_call_id: "a", content: '{"sky":"clear"}' }
  assertWeather(
    otlp(
      model("m1", { ...messages("input", ...asked), ...messages("output", called) }, 10, 3),
      model(
        "m2",
        {
          ...messages("input", ...asked, called, returned),
          ...messages("output", { role: "assistant", content: "It is clear." }),
          "llm.finish_reason": "stop"
        },
        20,
        4
      )
    )
  )
})
