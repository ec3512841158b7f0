import * as fc from "fast-check"
import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import type { Json } from "../../../../src/base/domain/Json.ts"
import type { WireExchange } from "../../../../src/base/domain/recording/Wire.ts"
import { type AskedRequest, exchangePool, inCallOrder } from "../../../../src/engine/layers/liveAgent/exchangePool.ts"

const asks = (json: Json, path = "v1/messages"): AskedRequest => ({
  api: "anthropic",
  method: "POST",
  path,
  request: { json }
})

const exchange = (json: Json, text: string): WireExchange => ({
  ...asks(json),
  status: 200,
  headers: {},
  answer: { text }
})

const said = (taken: ReturnType<ReturnType<typeof exchangePool>["take"]>): string | undefined =>
  "asked" in taken ? undefined : taken.answer.text

describe("recorded exchanges", () => {
  test("are given in any order, and equal ones in their own", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 12 }), fc.nat(), (bodies, seed) => {
        const pool = exchangePool(
          bodies.map((body, at) => exchange({ body }, `${body}:${at}`)),
          []
        )
        const order = bodies.toSorted((a, b) => ((a * seed) % 7) - ((b * seed) % 7))
        const given = order.map((body) => said(pool.take(asks({ body }))))
        for (const body of new Set(bodies)) {
          const own = given.filter((_, at) => order[at] === body)
          assert.deepEqual(
            own,
            bodies.flatMap((one, at) => (one === body ? [`${body}:${at}`] : []))
          )
        }
        assert.equal(pool.left(), 0)
      })
    )
  })

  test("are not given twice, nor to another path, method or API", () => {
    const pool = exchangePool([exchange({ a: 1 }, "one")], [])
    for (const other of [{ path: "v1/other" }, { method: "GET" }, { api: "openai" }]) {
      assert.equal(said(pool.take({ ...asks({ a: 1 }), ...other })), undefined)
    }
    assert.equal(said(pool.take(asks({ a: 1 }))), "one")
    assert.deepEqual(pool.take(asks({ a: 1 })), { asked: asks({ a: 1 }) })
  })

  test("are compared without the order of keys, and with the order of lists", () => {
    const pool = exchangePool([exchange({ a: 1, b: [1, 2] }, "one")], [])
    assert.equal(said(pool.take(asks({ b: [2, 1], a: 1 }))), undefined)
    assert.equal(said(pool.take(asks({ b: [1, 2], a: 1 }))), "one")
  })

  test("the nearest one is that with the fewest differences, and of the same path", () => {
    const history = ["one", "two", "three"]
    const pool = exchangePool(
      history.map((_, at) => exchange({ system: "old", messages: history.slice(0, at + 1) }, `${at}`)),
      []
    )
    const taken = pool.take(asks({ system: "new", messages: ["one", "two"] }))
    assert.deepEqual("asked" in taken && taken.nearest, {
      number: 2,
      differences: [{ path: "system", before: "old", after: "new" }]
    })
  })

  test.each([
    [["metadata.user_id"], { metadata: { user_id: "x" } }, { metadata: { user_id: "y" } }, true],
    [["metadata.user_id"], { metadata: { user_id: "x" } }, { metadata: {} }, true],
    [["metadata.user_id"], { metadata: { user_id: "x", a: 1 } }, { metadata: { user_id: "y", a: 2 } }, false],
    [["messages[*].id"], { messages: [{ id: 1 }, { id: 2 }] }, { messages: [{ id: 3 }, { id: 4 }] }, true],
    [["messages.*.id"], { messages: [{ id: 1, t: 1 }] }, { messages: [{ id: 3, t: 2 }] }, false],
    [["messages[*].id"], { messages: [{ id: 1 }] }, { messages: [{ id: 3 }, { id: 4 }] }, false],
    [["messages[0]"], { messages: ["a", "b"] }, { messages: ["c", "b"] }, true],
    [["messages[0]"], { messages: ["a", "b"] }, { messages: ["a", "c"] }, false],
    [['x["a b"]'], { x: { "a b": 1 } }, { x: { "a b": 2 } }, true],
    [[/at \d+/], { system: "at 1, at 22." }, { system: "at 333, at 4." }, true],
    [[/at \d+/], { system: "at 1, go" }, { system: "at 2, stay" }, false]
  ] as const)("with %j left out, %j and %j are equal: %j", (volatile, before, after, isEqual) => {
    const pool = exchangePool([exchange(before as Json, "one")], volatile)
    assert.equal(said(pool.take(asks(after as Json))) === "one", isEqual)
  })
})

const ids = ["b", "c", "a"]

/** Requests with calls and their results, in each of the APIs. */
const requests: Readonly<Record<string, (results: ReadonlyArray<string>) => Json>> = {
  Messages: (results) => ({
    messages: [
      { role: "assistant", content: ids.map((id) => ({ type: "tool_use", id, name: "look", input: {} })) },
      {
        role: "user",
        content: [
          { type: "text", text: "Here." },
          ...results.map((id) => ({ type: "tool_result", tool_use_id: id, content: `of ${id}` })),
          { type: "text", text: "Go on." }
        ]
      }
    ]
  }),
  "Chat Completions": (results) => ({
    messages: [
      { role: "assistant", tool_calls: ids.map((id) => ({ id, function: { name: "look", arguments: "{}" } })) },
      ...results.map((id) => ({ role: "tool", tool_call_id: id, content: `of ${id}` })),
      { role: "user", content: "Go on." }
    ]
  }),
  Responses: (results) => ({
    input: [
      ...ids.map((id) => ({ type: "function_call", call_id: id, id: `fc_${id}`, name: "look", arguments: "{}" })),
      ...results.map((id) => ({ type: "function_call_output", call_id: id, output: `of ${id}` }))
    ]
  })
}

describe("results of calls that were made side by side", () => {
  test.each(Object.entries(requests))("are in the order of their calls in %s", (_, request) => {
    for (const ended of [ids, ids.toReversed(), ids.toSorted()]) {
      assert.deepEqual(inCallOrder(request(ended)), request(ids))
    }
    assert.deepEqual(inCallOrder(request(["a", "b"])), request(["b", "a"]))
  })

  test("stay where they are between other parts", () => {
    const result = (id: string) => ({ type: "tool_result", tool_use_id: id })
    const apart = { messages: [{ content: [result("b"), { type: "text", text: "Then." }, result("a")] }] }
    assert.deepEqual(inCallOrder(apart), apart)
  })

  test("whose calls the provider keeps are in the order of their ids", () => {
    const output = (id: string) => ({ type: "function_call_output", call_id: id, output: "" })
    assert.deepEqual(inCallOrder([output("b"), output("a")]), [output("a"), output("b")])
  })

  test("are all that moves", () => {
    const value = { a: [3, "x", null, { z: [2, 1] }], messages: [{ role: "user" }, { role: "assistant" }] }
    assert.deepEqual(inCallOrder(value), value)
  })
})
