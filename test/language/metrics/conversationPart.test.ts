import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import type { Trace } from "../../../src/base/domain/trace/Trace.ts"
import { conversationPart } from "../../../src/language/metrics/conversationPart.ts"
import { call, result, trace } from "../../traces.ts"

/** How many calls each answer makes, by message of the user. */
type Shape = ReadonlyArray<ReadonlyArray<number>>

const conversation = (shape: Shape): Trace => {
  const turns: Array<Trace["conversation"]["turns"][number]> = []
  const tool_calls: Array<Trace["tool_calls"][number]> = []
  let answers = 0
  for (const [message, answersOf] of shape.entries()) {
    turns.push({ role: "user", content: `message ${message + 1}` })
    for (const calls of answersOf) {
      turns.push({ role: "assistant", content: `answer ${++answers}` })
      for (let at = 0; at < calls; at++)
        tool_calls.push({ ...call("look"), id: `c${tool_calls.length}`, turn: answers })
    }
  }
  const tool_results = tool_calls.map(({ id }) => result(id))
  const final_response = turns.at(-1)?.content ?? ""
  const whole = trace({ tool_calls, tool_results, final_response })
  return { ...whole, conversation: { tokens: { input: 1, output: 1, total: 2 }, turns } }
}

const shapes = fc.array(fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 })

describe("a part of a conversation", () => {
  test("begins with a message of the user: all parts together are the run", () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const whole = conversation(shape)
        const parts = shape.map((_, at) => conversationPart(whole, at + 1) ?? assert.fail(`part ${at + 1}`))
        assert.deepEqual(
          parts.flatMap(({ trace: { tool_calls } }) => tool_calls),
          whole.tool_calls
        )
        assert.deepEqual(
          parts.flatMap(({ trace: { tool_results } }) => tool_results),
          whole.tool_results
        )
        assert.deepEqual(
          parts.flatMap(
            ({
              trace: {
                conversation: { turns }
              }
            }) => turns
          ),
          whole.conversation.turns
        )
        for (const { begins, trace: part } of parts) {
          const [first] = part.tool_calls
          if (first !== undefined) assert.equal(whole.tool_calls[begins.tool_calls], first)
          assert.equal(whole.conversation.turns[begins["conversation.turns"]], part.conversation.turns[0])
          assert.equal(part.final_response, part.conversation.turns.at(-1)?.content)
        }
        assert.equal(conversationPart(whole, shape.length + 1), undefined)
        assert.equal(conversationPart(whole, 0), undefined)
      })
    )
  })

  test("has tokens only if it is the whole run, because those of a part are not recorded", () => {
    assert.equal(conversationPart(conversation([[1, 0]]), 1)?.trace.conversation.tokens?.total, 2)
    assert.equal(conversationPart(conversation([[1, 0], [0]]), 1)?.trace.conversation.tokens, undefined)
  })

  test("is not known if the turn of a call is not", () => {
    const whole = conversation([[1, 0], [0]])
    const [first, ...others] = whole.tool_calls
    const { turn: _, ...unknown } = first ?? assert.fail("there is a call")
    assert.equal(conversationPart({ ...whole, tool_calls: [unknown, ...others] }, 2), undefined)
  })

  test("is not there if nothing came after its message", () => {
    const whole = conversation([[1, 0], [0]])
    const turns = [...whole.conversation.turns, { role: "user" as const, content: "Bye." }]
    const left = { ...whole, conversation: { turns } }
    assert.equal(conversationPart(left, 3), undefined)
    assert.equal(conversationPart(left, 2)?.trace.final_response, "answer 3")
  })

  test("ends as the run did only if it is the last", () => {
    const whole = { ...conversation([[1], [1]]), stop_reason: "max_turns", error: "It crashed." }
    const [first, last] = [conversationPart(whole, 1)?.trace, conversationPart(whole, 2)?.trace]
    assert.deepEqual([first?.stop_reason, first?.error], ["end_turn", undefined])
    assert.deepEqual([last?.stop_reason, last?.error], ["max_turns", "It crashed."])
  })
})
