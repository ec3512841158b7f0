import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { traceBuilder } from "../../../src/engine/agentLoop/traceBuilder.ts"
import type { ModelAnswer, ToolAnswer } from "../../../src/base/domain/recording/Cassette.ts"
import type { Cell } from "../../../src/base/domain/plan/Plan.ts"
import { asked, cell, says, sunny } from "../../cells.ts"

/** Answers of the model, each but the last followed by the answers to its calls. */
type Script = ReadonlyArray<ModelAnswer | ReadonlyArray<ToolAnswer>>

const isAnswer = (step: Script[number]): step is ModelAnswer => "text" in step

const built = (of: Cell, ...script: Script) => {
  const builder = traceBuilder(of.behaviour)
  for (const step of script) {
    if (isAnswer(step)) builder.answered(step)
    else builder.returned(step)
  }
  return builder
}
const traceOf = (...script: Script) => built(cell(), ...script).trace()

describe("the trace builder", () => {
  test("ends the run at an answer without calls", () => {
    const builder = traceBuilder(cell().behaviour)
    assert.equal(builder.answered(says("It is sunny.")), undefined)
    const trace = builder.trace()
    assert.equal(trace.final_response, "It is sunny.")
    assert.equal(trace.stop_reason, "end_turn")
    assert.deepEqual(trace.conversation.tokens, { input: 100, output: 10, total: 110 })
  })

  test("keeps every call of an answer in order, with one result per call, in call order", () => {
    const calls = [asked("c1", "get_weather", { city: "A" }), asked("c2", "get_weather", { city: "B" })]
    const failed = { ...sunny, is_error: true }
    const trace = traceOf(says("", ...calls), [sunny, failed], says("Done."))
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

  test("gives each answer with the results of its own calls", () => {
    const [first, second] = [says("", asked("c1", "get_weather")), says("", asked("c2", "get_weather"))]
    const last = says("Done.")
    const { rounds } = built(cell(), first, [sunny], second, [{ ...sunny, is_error: true }], last)
    assert.deepEqual(rounds(), [
      { answer: first, reply: undefined, results: [{ call_id: "c1", ...sunny }] },
      { answer: second, reply: undefined, results: [{ call_id: "c2", ...sunny, is_error: true }] },
      { answer: last, reply: undefined, results: undefined }
    ])
  })

  test("makes the calls of the last permitted answer, then stops", () => {
    const builder = traceBuilder(cell({ maxTurns: 1 }).behaviour)
    const call = asked("c1", "get_weather")
    assert.deepEqual(builder.answered(says("Looking.", call)), [call])
    assert.equal(builder.returned([sunny]), false)
    assert.equal(builder.trace().stop_reason, "max_turns")
    assert.equal(builder.trace().tool_results.length, 1)
  })

  test("gives the user the word when the agent has ended its turn, as often as there are messages", () => {
    const { behaviour } = cell({ maxTurns: 3 })
    const builder = traceBuilder({ ...behaviour, turns: ["And in Davis?", "Thank you."] })
    assert.deepEqual(builder.answered(says("Warm.")), [])
    assert.equal(builder.returned([]), true)
    assert.deepEqual(builder.answered(says("Cold.")), [])
    assert.equal(builder.returned([]), true)
    assert.equal(builder.answered(says("Goodbye.")), undefined)
    assert.deepEqual(
      builder.rounds().map(({ reply }) => reply),
      ["And in Davis?", "Thank you.", undefined]
    )
    assert.deepEqual(
      builder.trace().conversation.turns.map(({ content, role }) => [role, content]),
      [
        ["user", behaviour.prompt],
        ["assistant", "Warm."],
        ["user", "And in Davis?"],
        ["assistant", "Cold."],
        ["user", "Thank you."],
        ["assistant", "Goodbye."]
      ]
    )
    assert.equal(builder.trace().stop_reason, "end_turn")
  })

  test.each(["max_tokens", "refusal"])("gives the user no word after an answer that ended with %s", (reason) => {
    const builder = traceBuilder({ ...cell().behaviour, turns: ["And in Davis?"] })
    assert.equal(builder.answered({ ...says("It is"), stop_reason: reason }), undefined)
    assert.deepEqual([builder.trace().stop_reason, builder.trace().final_response], [reason, "It is"])
  })

  test("ends before a message for which no answer is left", () => {
    const builder = traceBuilder({ ...cell({ maxTurns: 1 }).behaviour, turns: ["And in Davis?"] })
    assert.deepEqual(builder.answered(says("Warm.")), [])
    assert.equal(builder.returned([]), false)
    assert.deepEqual([builder.trace().stop_reason, builder.trace().final_response], ["max_turns", "Warm."])
  })

  test.each(["max_tokens", "refusal"])(
    "makes no call of an answer that ended with %s, and keeps the call",
    (reason) => {
      const builder = traceBuilder(cell().behaviour)
      assert.equal(builder.answered({ ...says("", asked("c1", "get_weather")), stop_reason: reason }), undefined)
      const trace = builder.trace()
      assert.equal(trace.stop_reason, reason)
      assert.equal(trace.tool_calls.length, 1)
      assert.deepEqual(trace.tool_results, [{ call_id: trace.tool_calls[0]?.id, missing: true }])
    }
  )

  test("adds calls that ran at the provider, with their results", () => {
    const ran = { calls: [asked("p1", "search")], results: [{ call_id: "p1", ...sunny }] }
    const trace = traceOf({ ...says("Found it."), ran })
    assert.deepEqual(trace.tool_calls, [{ ...asked("p1", "search"), turn: 1 }])
    assert.deepEqual(trace.tool_results, ran.results)
  })

  test("gives calls with empty or repeated ids an id each, and each result the id of its own call", () => {
    const failed = { ...sunny, is_error: true }
    const first = says("", asked("", "get_weather"), asked("", "get_weather"))
    const second = says("", asked("c1", "get_weather"))
    const trace = traceOf(first, [failed, sunny], second, [failed], second, [sunny], says("Done."))
    const ids = ["call-1", "call-2", "c1", "c1-2"]
    assert.deepEqual(
      trace.tool_calls.map(({ id }) => id),
      ids
    )
    assert.deepEqual(
      trace.tool_results.map(({ call_id, is_error }) => [call_id, is_error]),
      [true, false, true, false].map((is_error, at) => [ids[at], is_error])
    )
  })

  test("returns to the model its own ids", () => {
    const answer = says("", asked("", "get_weather"), asked("", "get_weather"))
    const { rounds } = built(cell(), answer, [sunny, sunny])
    assert.deepEqual(
      rounds()[0]?.results?.map(({ call_id }) => call_id),
      ["", ""]
    )
  })

  test("pairs the results of the provider's calls by their order if ids repeat", () => {
    const calls = [asked("p", "search"), asked("p", "search")]
    const results = [
      { call_id: "p", ...sunny, is_error: true },
      { call_id: "p", ...sunny }
    ]
    const trace = traceOf({ ...says("Found it."), ran: { calls, results } })
    assert.deepEqual(
      trace.tool_results.map(({ call_id, is_error }) => [call_id, is_error]),
      [
        ["p", true],
        ["p-2", false]
      ]
    )
    assert.deepEqual(
      trace.tool_calls.map(({ id }) => id),
      ["p", "p-2"]
    )
  })

  test("names the call that met a fault by its own id", () => {
    const late = { ...sunny, is_error: true, timed_out: true }
    const look = says("", asked("", "get_weather"))
    const trace = traceOf(look, [sunny], look, [late], says("Done."))
    assert.equal(trace.faults[0]?.call_id, "call-2")
  })

  test("leaves out the tokens if an answer has no usage", () => {
    const { usage: _, ...silent } = says("Hm.", asked("c1", "get_weather"))
    assert.ok(!("tokens" in traceOf(silent, [sunny], says("Done.")).conversation))
  })

  test("marks a call that timed out without a fault as detected at its timeout and recovered by the next success", () => {
    const late = { ...sunny, is_error: true, timed_out: true }
    const trace = traceOf(
      says("", asked("c1", "get_weather"), asked("c2", "get_weather")),
      [sunny, late],
      says("", asked("c3", "get_weather")),
      [sunny],
      says("Done.")
    )
    assert.equal(trace.clock.virtual_ms, 30_000)
    assert.deepEqual(trace.faults, [
      {
        fault: "timeout",
        call_id: "c2",
        kind: "timeout",
        start_ms: 0,
        detected_ms: 30_000,
        recovered_ms: 30_000,
        recovered_through: [{ server: "weather", name: "get_weather", ms: 30_000 }]
      }
    ])
  })
})
