/**
 * Sessions of Claude Code: lines as it writes them, a block of an answer in each.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { Json, JsonObject } from "../../../../src/base/domain/Json.ts"
import { fitting, formats } from "../../../../src/features/import/formats/formats.ts"
import type { Document, Finding, ImportedRun } from "../../../../src/edges/telemetry/Item.ts"

const line = (
  type: string,
  uuid: string,
  parentUuid: string | null,
  message: JsonObject,
  more: JsonObject = {}
): Json => ({
  parentUuid,
  isSidechain: false,
  userType: "external",
  cwd: "/path/to/project",
  sessionId: "s1",
  version: "1.0.98",
  gitBranch: "main",
  type,
  message,
  uuid,
  timestamp: "2025-09-03T00:47:19.293Z",
  ...more
})

const user = (uuid: string, parent: string | null, content: Json, more?: JsonObject) =>
  line("user", uuid, parent, { role: "user", content }, more)

const block = (uuid: string, parent: string, id: string, content: Json, stop: string | null, output: number) =>
  line("assistant", uuid, parent, {
    id,
    type: "message",
    role: "assistant",
    model: "claude-x",
    content: [content],
    stop_reason: stop,
    usage: { input_tokens: 3, cache_creation_input_tokens: 7, cache_read_input_tokens: 0, output_tokens: output }
  })

const used = (id: string) => ({ type: "tool_use", id, name: "Glob", input: { pattern: id } })
const result = (id: string, is_error = false) => [{ type: "tool_result", tool_use_id: id, content: "none", is_error }]

/** Two calls in one answer, whose lines are between their results in some versions. */
const session = (lastStop: string | null): ReadonlyArray<Json> => [
  { type: "summary", summary: "Looked", leafUuid: "x" },
  user("1", null, "Look around"),
  block("2", "1", "m1", { type: "text", text: "I look." }, null, 1),
  block("3", "2", "m1", used("a"), null, 1),
  user("4", "3", result("a", true), { toolUseResult: "Error: none" }),
  block("5", "3", "m1", used("b"), "tool_use", 30),
  user("6", "5", result("b")),
  user("7", "6", "Search", { isSidechain: true }),
  block("8", "6", "m2", { type: "text", text: "Nothing here." }, lastStop, 5)
]

const documents = (lines: ReadonlyArray<Json>, file = "s1.jsonl"): ReadonlyArray<Document> =>
  lines.map((value, at) => ({ file, pointer: at === 0 ? "" : `:${at + 1}`, value }))

const read = (...given: ReadonlyArray<Document>) => {
  const items = [...formats["claude-code"].read(given, { inferErrors: false })]
  return {
    runs: items.filter((item): item is ImportedRun => item.kind === "run"),
    findings: items
      .filter((item): item is Finding => item.kind === "finding")
      .map(({ place, what }) => `${what}: ${place.pointer}`)
  }
}

describe("a session", () => {
  test("is a run: the lines of an answer are one turn, with its calls and their results", () => {
    const { findings, runs } = read(...documents(session("end_turn")))
    const [run] = runs
    assert.deepEqual(findings, ['a line of the type "summary": ', "a line of an agent that another agent asked: :8"])
    assert.deepEqual([runs.length, run?.model, run?.prompt, run?.task], [1, "claude-x", "Look around", undefined])
    assert.deepEqual(
      run?.trace.tool_calls.map(({ args, id, server, turn }) => [id, turn, server, args]),
      [
        ["a", 1, "claude-code", { pattern: "a" }],
        ["b", 1, "claude-code", { pattern: "b" }]
      ]
    )
    assert.deepEqual(
      run?.trace.tool_results.map(({ call_id, is_error }) => [call_id, is_error]),
      [
        ["a", true],
        ["b", false]
      ]
    )
    assert.deepEqual(run?.trace.conversation, {
      tokens: { input: 20, output: 35, total: 55 },
      turns: [
        { role: "user", content: "Look around" },
        { role: "assistant", content: "I look." },
        { role: "assistant", content: "Nothing here." }
      ]
    })
    assert.deepEqual([run?.trace.final_response, run?.trace.stop_reason], ["Nothing here.", "end_turn"])
    assert.deepEqual((run!.source as JsonObject)["sessionId"], "s1")
  })

  test("has no tokens if an answer does not say why it ended, since these were counted too early", () => {
    assert.equal(read(...documents(session(null))).runs[0]?.trace.conversation.tokens, undefined)
  })

  test("with lines twice is the same run", () => {
    const lines = session("end_turn")
    assert.deepEqual(read(...documents([...lines, ...lines])).runs[0]?.trace, read(...documents(lines)).runs[0]?.trace)
  })

  test("that the user took back a step of is listed, and no run is made of it", () => {
    const again = user("9", "6", "No, look again")
    const { findings, runs } = read(...documents([...session("end_turn"), user("10", "6", "Go on"), again]))
    assert.deepEqual([runs, findings.at(-1)], [[], "a session that the user took back a step of: :2"])
  })

  test("is recognized, and every file has its own", () => {
    const [one, other] = [documents(session("end_turn")), documents(session("end_turn"), "s2.jsonl")]
    assert.deepEqual(fitting(one), ["claude-code"])
    assert.deepEqual(
      read(...one, ...other).runs.map(({ place }) => place.file),
      ["s1.jsonl", "s2.jsonl"]
    )
  })
})
