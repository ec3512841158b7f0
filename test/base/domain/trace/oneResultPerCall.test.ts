/**
 * The law of results, asked of everything that makes a trace: `tool_results[i]` is the result of `tool_calls[i]`.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { replayRun } from "../../../../src/engine/agentLoop/replayRun.ts"
import { traceBuilder } from "../../../../src/engine/agentLoop/traceBuilder.ts"
import type { ModelAnswer, ToolAnswer } from "../../../../src/base/domain/recording/Cassette.ts"
import { driverTrace } from "../../../../src/base/domain/recording/driverTrace.ts"
import { oneResultPerCall } from "../../../../src/base/domain/trace/oneResultPerCall.ts"
import type { ToolResult, Trace } from "../../../../src/base/domain/trace/Trace.ts"
import { traceOf } from "../../../../src/features/import/formats/traceOf.ts"
import { readTrace } from "../../../../src/language/metrics/readTrace.ts"
import { asked, cell, model, recorded, says, tool } from "../../../cells.ts"
import { trace } from "../../../traces.ts"

/** An answer whose text names its call, so that a test sees whose result it is. */
const answerTo = (name: string): ToolAnswer => ({
  is_error: name.endsWith("!"),
  content: [{ type: "text", text: name }],
  timed_out: false
})
const resultOf = (name: string): ToolResult => ({ call_id: name, ...answerTo(name) })
const call = (name: string) => asked(name, name)

/** Every call has one result in its place: its own, or a missing one if its name is not among the answered ones. */
const assertPaired = ({ tool_calls, tool_results }: Trace, answered: ReadonlySet<string>): void =>
  assert.deepEqual(
    tool_results,
    tool_calls.map(({ id, name }) =>
      answered.has(name) ? { ...resultOf(name), call_id: id } : { call_id: id, missing: true }
    )
  )

/**
 * A conversation with an agent: each answer has calls that passhat makes, calls that the provider makes, and results of provider calls
 * of this answer or of an earlier one, as code mode gives them.
 */
const rounds = fc
  .array(
    fc.record({
      asks: fc.array(fc.boolean(), { maxLength: 3 }),
      runs: fc.array(fc.record({ failed: fc.boolean(), answeredLater: fc.nat(3) }), { maxLength: 3 }),
      shuffle: fc.infiniteStream(fc.nat(1000))
    }),
    { minLength: 1, maxLength: 5 }
  )
  .map((all) => {
    const late = new Map<number, Array<string>>()
    const answered = new Set<string>()
    const answers = all.map(({ asks, runs, shuffle }, at): ModelAnswer => {
      const ran = runs.map(({ answeredLater, failed }, place) => {
        const name = `p${at}-${place}${failed ? "!" : ""}`
        const when = at + answeredLater
        late.set(when, [...(late.get(when) ?? []), name])
        return call(name)
      })
      const results = (late.get(at) ?? [])
        .map((name) => ({ name, key: shuffle.next().value as number }))
        .toSorted((one, other) => one.key - other.key)
        .map(({ name }) => name)
      for (const name of results) answered.add(name)
      const calls = asks.map((failed, place) => call(`c${at}-${place}${failed ? "!" : ""}`))
      for (const { name } of calls) answered.add(name)
      return {
        ...says(`answer ${at}`, ...calls),
        ...((ran.length > 0 || results.length > 0) && { ran: { calls: ran, results: results.map(resultOf) } })
      }
    })
    const until = answers.findIndex(({ calls }) => calls.length === 0)
    return { answers: until === -1 ? [...answers, says("Done.")] : answers.slice(0, until + 1), answered }
  })

const made = (answers: ReadonlyArray<ModelAnswer>): Trace => {
  const builder = traceBuilder(cell({ maxTurns: 20 }).behaviour)
  for (const answer of answers) {
    const calls = builder.answered(answer)
    if (calls !== undefined) builder.returned(calls.map(({ name }) => answerTo(name)))
  }
  return builder.trace()
}

const resultsSeen = (answers: ReadonlyArray<ModelAnswer>): ReadonlySet<string> =>
  new Set(
    answers.flatMap(({ calls, ran }) => [
      ...calls.map(({ name }) => name),
      ...(ran?.results ?? []).map(({ call_id }) => call_id)
    ])
  )

describe("a trace has one result per call, in the order of the calls", () => {
  test("of the built-in agent, with parallel calls, code mode and results that come later or never", () => {
    fc.assert(fc.property(rounds, ({ answers }) => assertPaired(made(answers), resultsSeen(answers))))
  })

  test("of a replay, which builds the trace that was recorded", () => {
    fc.assert(
      fc.property(rounds, ({ answers }) => {
        const exchanges = answers.flatMap((answer) => [
          model(answer),
          ...answer.calls.map((one) => tool(one, answerTo(one.name)))
        ])
        const result = replayRun(cell({ maxTurns: 20 }), recorded(1, ...exchanges), "it.jsonl")
        assert.ok("trace" in result)
        assert.deepEqual(result.trace.tool_results, made(answers).tool_results)
      })
    )
  })

  /** Calls, and the results of some of them in any order. */
  const shuffled = fc
    .uniqueArray(fc.stringMatching(/^[a-z]{1,3}!?$/), { maxLength: 8 })
    .chain((names) => fc.tuple(fc.constant(names), fc.shuffledSubarray(names)))

  test("of a recorded driver, of an older passhat as well", () => {
    fc.assert(
      fc.property(shuffled, ([names, answered]) => {
        const older = trace({ tool_calls: names.map(call), tool_results: answered.map(resultOf) })
        assertPaired(driverTrace(older), new Set(answered))
        assert.deepEqual(driverTrace(driverTrace(older)).tool_results, driverTrace(older).tool_results)
      })
    )
  })

  test("of an import", () => {
    fc.assert(
      fc.property(shuffled, fc.boolean(), ([names, answered], isOneAnswer) => {
        const calls = names.map((name) => ({ id: name, name, args: {} }))
        const answers = isOneAnswer ? [calls] : calls.map((one) => [one])
        const steps = [
          ...answers.map((asks) => ({ kind: "answer" as const, text: "", calls: asks, usage: undefined })),
          ...answered.map((id) => ({ kind: "result" as const, id, content: id, isError: id.endsWith("!") }))
        ]
        assertPaired(traceOf(steps, { server: "shop" }, false).trace, new Set(answered))
      })
    )
  })

  test("that the functions of passhat/metrics read", () => {
    fc.assert(
      fc.property(shuffled, ([names, answered]) => {
        const read = readTrace({ tool_calls: names.map(call), tool_results: answered.map(resultOf) })
        assertPaired(read, new Set(answered))
        assert.deepEqual(readTrace(JSON.parse(JSON.stringify(read))), read)
      })
    )
  })

  test("and results in order are the same list", () => {
    const results = [resultOf("a"), resultOf("b")]
    assert.equal(oneResultPerCall([{ id: "a" }, { id: "b" }], results), results)
  })
})
