/**
 * No reader loses a call: whatever a file of its format calls its parts, the calls are read, or the file is refused.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { Json } from "../../../../src/base/domain/Json.ts"
import { fitting, type FormatName, formats } from "../../../../src/features/import/formats/formats.ts"
import type { Document, ImportedRun, Item, Refusal } from "../../../../src/edges/telemetry/Item.ts"
import { documentsOf, type Sample, samples } from "./samples.ts"

const read = (format: FormatName, documents: ReadonlyArray<Document>) => {
  const items: ReadonlyArray<Item> = [...formats[format].read(documents, { inferErrors: false })]
  return {
    runs: items.filter((item): item is ImportedRun => item.kind === "run"),
    refusals: items.filter((item): item is Refusal => item.kind === "refusal")
  }
}

/** Names and values of arguments, whose keys a sample may have renamed. */
const calls = (runs: ReadonlyArray<ImportedRun>) =>
  runs.flatMap(({ trace }) => trace.tool_calls.map(({ args, name }) => [name, ...Object.values(args as object)]))

const BOTH = [
  ["find_order", 7],
  ["refund_order", 7, 12.5]
]

/** Every name in the files: keys of objects, also in texts of JSON, names of attributes, and types. */
const namesIn = (value: Json, found = new Set<string>()): ReadonlySet<string> => {
  if (typeof value === "string" && /^[[{]/.test(value)) namesIn(JSON.parse(value) as Json, found)
  else if (Array.isArray(value)) for (const item of value) namesIn(item, found)
  else if (typeof value === "object" && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      found.add(key)
      if (/^(?:type|key|role|state)$/.test(key) && typeof member === "string") {
        for (const part of key === "key" ? member.split(".") : [member]) if (!/^\d+$/.test(part)) found.add(part)
      }
      namesIn(member, found)
    }
  }
  return found
}

/** The sample with another name wherever this one is. */
const renamed = (value: Json, from: string, to: string): Json => {
  const other = (name: string) =>
    name
      .split(".")
      .map((part) => (part === from ? to : part))
      .join(".")
  if (typeof value === "string") {
    return /^[[{]/.test(value) ? JSON.stringify(renamed(JSON.parse(value) as Json, from, to)) : value
  }
  if (Array.isArray(value)) return value.map((item) => renamed(item, from, to))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const isName = /^(?:type|key|role|state)$/.test(key) && typeof member === "string"
      return [key === from ? to : key, isName ? other(member) : renamed(member, from, to)]
    })
  )
}

const withRenamed = (sample: Sample, from: string, to: string): Sample => ({
  ...sample,
  files: Object.fromEntries(
    Object.entries(sample.files).map(([file, content]) => {
      const lines = (content as { readonly lines?: ReadonlyArray<Json> }).lines
      return [
        file,
        lines === undefined ? renamed(content as Json, from, to) : { lines: lines.map((one) => renamed(one, from, to)) }
      ]
    })
  )
})

const all = samples.map((sample) => [`${sample.format}, ${sample.name}`, sample] as const)

describe("a file", () => {
  test.each(all)("%s: is recognized, and both calls are read with their arguments", (_, sample) => {
    const documents = documentsOf(sample)
    const perFile = Object.keys(sample.files).map((file) => fitting(documents.filter((one) => one.file === file)))
    assert.ok(
      perFile.some((names) => names.length === 1 && names[0] === sample.format),
      JSON.stringify(perFile)
    )
    const { refusals, runs } = read(sample.format, documents)
    assert.deepEqual([refusals, runs.length, calls(runs)], [[], 1, BOTH])
    assert.equal(runs[0]?.trace.conversation.turns[sample.format === "tau2" ? 1 : 0]?.content, "Refund order 7.")
  })

  test.each(all)("%s: whatever name is another, no run has fewer calls", (_, sample) => {
    const names = namesIn(Object.values(sample.files) as unknown as Json)
    for (const name of [...names].filter((one) => one !== "tool-find_order")) {
      for (const to of ["renamed", `${name}x`, name.toUpperCase()].filter((other) => other !== name)) {
        const { runs } = read(sample.format, documentsOf(withRenamed(sample, name, to)))
        const whole = runs.filter((run) => run.kind === "run")
        if (whole.length > 0) assert.deepEqual(calls(whole), BOTH, `${name} is ${to}`)
      }
    }
  })

  test.each(all)("%s: read as another format, no run has fewer calls", (_, sample) => {
    for (const format of Object.keys(formats) as ReadonlyArray<FormatName>) {
      const { runs } = read(format, documentsOf(sample))
      if (runs.length > 0) assert.deepEqual(calls(runs), BOTH, format)
    }
  })
})

const words = { role: "user", content: "Weather?" }
const end = { role: "assistant", content: "Sunny." }
const at = { city: "Oslo" }
const text = JSON.stringify({ name: "look", arguments: at })
const assistant = (more: object): Json => ({ messages: [words, { role: "assistant", content: "", ...more }, end] })

const otherShapes: ReadonlyArray<readonly [string, Json]> = [
  ["a text of JSON under tool_calls", assistant({ tool_calls: `[${text}]` })],
  ["a text of JSON under function_call", assistant({ function_call: text })],
  ["an object under tool_calls with the tool as its key", assistant({ tool_calls: { look: at } })],
  ["a call with the tool as its key", assistant({ tool_calls: [{ look: at }] })],
  [
    "one call of two with the tool as its key",
    assistant({ tool_calls: [{ name: "look", arguments: at }, { look: at }] })
  ],
  ["the name of a tool alone", assistant({ tool_calls: ["look"] })],
  ["a message for the call", { messages: [words, { role: "tool_call", content: text }, end] }],
  ["calls beside the messages", { messages: [words, end], tool_calls: [{ name: "look", args: at }] }],
  ["steps beside the messages", { messages: [words, end], steps: [{ toolCalls: [{ toolName: "look", args: at }] }] }]
]

describe("calls that no reader knows", () => {
  test.each(otherShapes)("%s: the file is refused by every format that has messages", (_, value) => {
    const documents = [{ file: "a.json", pointer: "", value }]
    for (const format of ["openai-chat", "openai-responses", "anthropic", "ai-sdk", "langchain"] as const) {
      const { refusals, runs } = read(format, documents)
      assert.deepEqual([runs, refusals.length], [[], 1], format)
      assert.match(refusals[0]!.what, /^has what looks like a call of "(?:look|a tool|tool)"/)
    }
  })

  test("but calls beside the messages that are in them, too, are read once", () => {
    const call = { id: "a", type: "function", function: { name: "look", arguments: JSON.stringify(at) } }
    const messages = [words, { role: "assistant", content: null, tool_calls: [call] }, end]
    const { refusals, runs } = read("openai-chat", [
      {
        file: "a.json",
        pointer: "",
        value: { messages, tool_calls: [call], expected_tool_calls: [{ name: "other", args: at }] }
      }
    ])
    assert.deepEqual([refusals, calls(runs)], [[], [["look", "Oslo"]]])
  })

  test("a count of what a tool was used for is no call", () => {
    const usage = { input_tokens: 1, output_tokens: 1, server_tool_use: { web_search_requests: 0, note: "none" } }
    const answer = { role: "assistant", content: [{ type: "text", text: "Sunny." }], usage }
    const { refusals, runs } = read("anthropic", [
      { file: "a.json", pointer: "", value: { messages: [words, answer] } }
    ])
    assert.deepEqual([refusals, runs.length], [[], 1])
  })

  test("a trace with a call of no server is refused", () => {
    const trace = { tool_calls: [{ name: "look", args: at }], tool_results: [], final_response: "", conversation: {} }
    const { refusals } = read("passhat-trace", [{ file: "a.json", pointer: "", value: { trace } as Json }])
    assert.deepEqual(
      refusals.map(({ what }) => what),
      ["has a call without the name of its tool, its server, or its arguments"]
    )
  })
})

describe("calls that are written in an earlier form", () => {
  const read1 = (format: FormatName, value: Json) => {
    const document = { file: "a.json", pointer: "", value }
    const { refusals, runs } = read(format, [document])
    return [fitting([document]), refusals, calls(runs)]
  }

  test("parts tool-invocation of AI SDK 4 are calls", () => {
    const toolInvocation = { state: "result", toolCallId: "a", toolName: "look", args: at, result: 1 }
    const parts = [{ type: "step-start" }, { type: "tool-invocation", toolInvocation }, { type: "text", text: "Sunny" }]
    const value = { messages: [words, { role: "assistant", content: "", parts }] }
    assert.deepEqual(read1("ai-sdk", value), [["ai-sdk"], [], [["look", "Oslo"]]])
  })

  test("a request of an approval is no call of its own", () => {
    const call = { type: "tool-call", toolCallId: "a", toolName: "look", input: at }
    const asking = { type: "tool-approval-request", approvalId: "p", toolCallId: "a" }
    const allowed = { type: "tool-approval-response", approvalId: "p", approved: true }
    const messages = [words, { role: "assistant", content: [call, asking] }, { role: "tool", content: [allowed] }, end]
    assert.deepEqual(read1("ai-sdk", { messages }), [["ai-sdk"], [], [["look", "Oslo"]]])
  })

  test.each([
    [
      "tool_calls",
      { tool_calls: [{ id: "a", type: "function", function: { name: "look", arguments: '{"city":"Oslo"}' } }] }
    ],
    ["function_call", { function_call: { name: "look", arguments: '{"city":"Oslo"}' } }]
  ])("additional_kwargs.%s of LangChain are calls", (_, additional_kwargs) => {
    const serialized = (name: string, kwargs: Json): Json => ({
      lc: 1,
      type: "constructor",
      id: ["langchain", name],
      kwargs
    })
    const messages = [
      serialized("HumanMessage", { content: "Weather?" }),
      serialized("AIMessage", { content: "", additional_kwargs }),
      serialized("AIMessage", { content: "Sunny." })
    ]
    assert.deepEqual(read1("langchain", { messages }), [["langchain"], [], [["look", "Oslo"]]])
  })

  test("tools that Anthropic runs are recognized as its own", () => {
    const content = [
      { type: "server_tool_use", id: "a", name: "look", input: at },
      { type: "web_search_tool_result", tool_use_id: "a", content: [] },
      { type: "text", text: "Sunny." }
    ]
    const value = { messages: [words, { role: "assistant", content }] }
    assert.deepEqual(read1("anthropic", value), [["anthropic"], [], [["look", "Oslo"]]])
  })
})
