import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { advance, type Event, start, type Step } from "../../src/run/loop.ts"
import { messagesOf } from "../../src/run/rounds.ts"
import { asked, cell, says, sunny } from "../cells.ts"

const after = (first: Step, ...events: ReadonlyArray<Event>): Step =>
  events.reduce((step, event) => advance(step.state, event), first)
const answered = (...answer: Parameters<typeof says>): Event => ({ _tag: "Answered", answer: says(...answer) })
const returned = (...answers: ReadonlyArray<typeof sunny>): Event => ({ _tag: "Returned", answers })

const traceOf = ({ command }: Step) => {
  assert.equal(command._tag, "Stop")
  return command._tag === "Stop" ? command.trace : assert.fail()
}

describe("the agent loop", () => {
  test("starts by asking the model the prompt", () => {
    const { command, state } = start(cell())
    assert.equal(command._tag, "Ask")
    assert.deepEqual(messagesOf(state), [{ role: "user", text: "How warm is it?" }])
  })

  test("stops at a turn without calls", () => {
    const trace = traceOf(after(start(cell()), answered("It is sunny.")))
    assert.equal(trace.final_response, "It is sunny.")
    assert.equal(trace.stop_reason, "end_turn")
    assert.deepEqual(trace.conversation.tokens, { input: 100, output: 10, total: 110 })
  })

  test("keeps every call of a turn in order, with one result per call, in call order", () => {
    const calls = [asked("c1", "get_weather", { city: "A" }), asked("c2", "get_weather", { city: "B" })]
    const failed = { ...sunny, is_error: true }
    const trace = traceOf(after(start(cell()), answered("", ...calls), returned(sunny, failed), answered("Done.")))
    assert.deepEqual(
      trace.tool_calls,
      calls.map((call) => ({ ...call, turn: 1 }))
    )
    assert.deepEqual(trace.tool_results, [
      { call_id: "c1", ...sunny },
      { call_id: "c2", ...failed }
    ])
    assert.equal(trace.conversation.tokens?.total, 220)
    assert.deepEqual(
      trace.conversation.turns.map((turn) => turn.role),
      ["user", "assistant", "assistant"]
    )
  })

  test("makes the calls of the last turn that it is allowed, then stops", () => {
    const call = asked("c1", "get_weather")
    const step = after(start(cell({ maxTurns: 1 })), answered("Looking.", call))
    assert.equal(step.command._tag, "Call")
    const trace = traceOf(after(step, returned(sunny)))
    assert.equal(trace.stop_reason, "max_turns")
    assert.equal(trace.tool_results.length, 1)
  })

  test("never makes a call of an answer that was cut off, and keeps that it was asked for", () => {
    const cut: Event = {
      _tag: "Answered",
      answer: { ...says("", asked("c1", "get_weather")), stop_reason: "max_tokens" }
    }
    const trace = traceOf(after(start(cell()), cut))
    assert.equal(trace.stop_reason, "max_tokens")
    assert.equal(trace.tool_calls.length, 1)
    assert.equal(trace.tool_results.length, 0)
  })

  test("hides nothing that ran at the provider: its calls and results are the agent's", () => {
    const ran = { calls: [asked("p1", "search")], results: [{ call_id: "p1", ...sunny }] }
    const event: Event = { _tag: "Answered", answer: { ...says("Found it."), ran } }
    const trace = traceOf(after(start(cell()), event))
    assert.deepEqual(trace.tool_calls, [{ ...asked("p1", "search"), turn: 1 }])
    assert.deepEqual(trace.tool_results, ran.results)
  })

  test("leaves the tokens out once an answer came without its usage", () => {
    const { usage: _, ...silent } = says("Hm.", asked("c1", "get_weather"))
    const trace = traceOf(
      after(start(cell()), { _tag: "Answered", answer: silent }, returned(sunny), answered("Done."))
    )
    assert.ok(!("tokens" in trace.conversation))
  })
})
