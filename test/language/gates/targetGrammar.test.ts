import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { FIELDS, findPath, isNarration, type ValueKind, WHOLE } from "../../../src/language/gates/targetGrammar.ts"
import { resolveTarget } from "../../../src/language/metrics/resolveTarget.ts"
import { refused, refusedAtLoad, taken } from "../../types/targets.ts"

/** A trace with a value at every path that the compiler takes. */
const trace = {
  tool_calls: [
    {
      id: "a",
      turn: 1,
      server: "shop",
      name: "order",
      args: { city: "Rome", items: [{ sku: "x" }] },
      caller: { type: "t" }
    }
  ],
  tool_results: [
    {
      call_id: "a",
      is_error: true,
      timed_out: false,
      error_code: -32602,
      content: [{ text: "t" }],
      structured: { is_error: false }
    }
  ],
  final_response: "done",
  stop_reason: "end_turn",
  conversation: { tokens: { input: 1, output: 1, total: 2 }, turns: [{ role: "user", content: "?" }] },
  clock: { virtual_ms: 0 },
  faults: [
    {
      fault: "hung",
      call_id: "a",
      kind: "hang",
      start_ms: 0,
      detected_ms: 1,
      recovered_ms: 2,
      recovered_through: [{ server: "shop", name: "order", ms: 2 }],
      late_reply_ms: 3
    }
  ],
  observations: {
    invoice: {
      call_id: "b",
      is_error: true,
      timed_out: false,
      error_code: 403,
      content: [{ text: "t" }],
      structured: { total: 1 }
    }
  }
}

describe("the paths of expect", () => {
  test("a path that the compiler accepts is accepted in the plan", () => {
    assert.deepEqual(
      taken.filter((path) => findPath(path) === undefined),
      []
    )
  })

  test("a path that the compiler refuses is refused in the plan", () => {
    assert.deepEqual(
      refused.filter((path) => findPath(path) !== undefined),
      []
    )
  })

  test("an invalid path that the compiler accepts is refused in the plan", () => {
    assert.deepEqual(
      refusedAtLoad.filter((path) => findPath(path) !== undefined),
      []
    )
  })

  test("every field of the table is among the paths that the compiler accepts", () => {
    const patterns = [
      ...Object.keys(WHOLE),
      ...Object.entries(FIELDS).flatMap(([record, fields]) => Object.keys(fields).map((field) => `${record}.${field}`))
    ]
    const forms = new Set(
      taken.map((path) => path.replace(/\[\d+\]/, "[*]").replace(/^observations\.\w+/, "observations.*"))
    )
    assert.deepEqual(
      patterns.filter((pattern) => !forms.has(pattern)),
      []
    )
  })

  test.each(taken.map((path) => [path] as const))("%s has a value of its kind in a trace", (path) => {
    const value = resolveTarget(trace, path)?.value
    assert.notEqual(value, undefined)
    const one = path.includes("[*]") ? (value as ReadonlyArray<unknown>)[0] : value
    assert.ok(isOfKind[findPath(path)?.kind ?? "list"](one), `${path} is ${JSON.stringify(one)}`)
  })

  test("the paths to the text of the model are recognised", () => {
    assert.deepEqual([...taken, ...refused].filter(isNarration), [
      "conversation.turns",
      "conversation.turns[0].content",
      "final_response"
    ])
  })
})

const isOfKind: { readonly [K in ValueKind]: (value: unknown) => boolean } = {
  list: Array.isArray,
  text: (value) => typeof value === "string",
  amount: (value) => typeof value === "number" && value >= 0,
  number: (value) => typeof value === "number",
  flag: (value) => typeof value === "boolean",
  json: (value) => value !== undefined
}
