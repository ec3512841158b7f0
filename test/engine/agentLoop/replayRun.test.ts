import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import type { RecordedRun } from "../../../src/base/domain/recording/Cassette.ts"
import { issue } from "../../../src/base/domain/issues.ts"
import { text } from "../../../src/engine/layers/scripted/toolHub.ts"
import * as ScriptedModel from "../../../src/engine/layers/scripted/model.ts"
import type { ScriptedTurn } from "../../../src/engine/layers/scripted/model.ts"
import * as ScriptedTools from "../../../src/engine/layers/scripted/toolHub.ts"
import { perform } from "../../../src/engine/run/perform.ts"
import { replayRun } from "../../../src/engine/agentLoop/replayRun.ts"
import { asked, cell, driven, model, oneCall, recorded, says, tool } from "../../cells.ts"
import * as traces from "../../traces.ts"

const file = "cassettes/weather.jsonl"
const problem = (run: RecordedRun): string => {
  const result = replayRun(cell(), run, file)
  return "issue" in result ? result.issue.message : assert.fail("it replayed")
}

describe("a replay", () => {
  test("gives the recorded trace", () => {
    const result = replayRun(cell(), oneCall(3), file)
    assert.ok("trace" in result)
    assert.equal(result.index, 3)
    assert.equal(result.trace.final_response, "It is sunny.")
    assert.deepEqual(result.trace.tool_calls[0]?.args, { city: "Sacramento" })
  })

  test("replays a recording with empty ids, and pairs each result with its own call", () => {
    const calls = [asked("", "get_weather", { city: "Davis" }), asked("", "get_weather", { city: "Chico" })]
    const failed = { is_error: true, content: [], timed_out: false }
    const [first, second] = [tool(calls[0]!, failed), tool(calls[1]!)]
    const result = replayRun(cell(), recorded(1, model(says("", ...calls)), first, second, model(says("Done."))), file)
    assert.ok("trace" in result)
    const [davis, chico] = result.trace.tool_calls.map(({ id }) =>
      result.trace.tool_results.filter(({ call_id }) => call_id === id).map(({ is_error }) => is_error)
    )
    assert.deepEqual([davis, chico], [[true], [false]])
  })

  test("gives no trace of what a server told its client beside a result", () => {
    const call = asked("c1", "get_weather", { city: "Davis" })
    const answer = { is_error: false, content: [], _meta: { took: 12 }, timed_out: false }
    const kept = recorded(1, model(says("", call)), tool(call, answer), model(says("Done.")))
    const observing = { ...cell(), observations: [{ name: "end", server: "weather", tool: "get_weather", args: {} }] }
    const result = replayRun(observing, { ...kept, observations: { end: answer } }, file)
    assert.ok("trace" in result)
    assert.equal(result.trace.tool_results.length, 1)
    assert.ok(result.trace.observations?.end !== undefined)
    assert.ok(!JSON.stringify(result.trace).includes("_meta"))
  })

  test("takes no trace beside the exchanges of an agent without a driver, which would hide what they show", () => {
    assert.equal(
      problem({ ...oneCall(2), trace: traces.trace() }),
      "cassettes/weather.jsonl, run 2: it holds the trace of a driver, and the agent has none."
    )
  })

  test("names arguments that differ in a short sentence, however long they are", () => {
    const [first, second] = ["a", "b"].map((city) => asked("c1", "get_weather", { city: city.repeat(100_000) }))
    const said = problem(recorded(1, model(says("", first!)), tool(second!), model(says("Done."))))
    assert.match(said, /exchanges\[1\]\.call\.args\.city is recorded as "b+\.\.\., and the agent sends "a+\.\.\.\.$/)
    assert.ok(said.length < 600, `${said.length} characters`)
  })

  test("takes no exchanges in place of the trace of a driver", () => {
    const result = replayRun(driven(), oneCall(2), file)
    assert.ok("issue" in result)
    assert.equal(result.issue.message, "cassettes/weather.jsonl, run 2: the trace of its driver is missing.")
  })

  test("pairs the results of a recorded driver by their order if ids repeat", () => {
    const trace = {
      ...traces.trace(),
      tool_calls: [traces.call("a"), traces.call("a")],
      tool_results: [traces.result("c-a", { is_error: true }), traces.result("c-a")]
    }
    const replayed = replayRun(driven(), { ...recorded(1), trace }, file)
    assert.ok("trace" in replayed)
    assert.deepEqual(
      replayed.trace.tool_calls.map(({ id }) => id),
      ["c-a", "c-a-2"]
    )
    assert.deepEqual(
      replayed.trace.tool_results.map(({ call_id, is_error }) => [call_id, is_error]),
      [
        ["c-a", true],
        ["c-a-2", false]
      ]
    )
  })

  test("has no turns for a recorded driver with one answer, which reported none", () => {
    const turnOf = (...answers: ReadonlyArray<string>) => {
      const trace = traces.trace({ tool_calls: [traces.call("a")], ...traces.said(answers) })
      const replayed = replayRun(driven(), { ...recorded(1), trace }, file)
      return "trace" in replayed ? replayed.trace.tool_calls[0]?.turn : assert.fail("it replayed")
    }
    assert.equal(turnOf("Done."), undefined)
    assert.equal(turnOf("I look.", "Done."), 1)
  })

  test("gives an issue with the path of arguments that differ from the recorded ones", () => {
    const call = asked("c1", "get_weather", { city: "Sacramento" })
    const other = asked("c1", "get_weather", { city: "Davis" })
    assert.equal(
      problem(recorded(1, model(says("", call)), tool(other), model(says("Done.")))),
      'cassettes/weather.jsonl, run 1: exchanges[1].call.args.city is recorded as "Davis", and the agent sends "Sacramento".'
    )
  })

  test("gives an issue for a recording that ends early, is too long, or is out of order", () => {
    const call = asked("c1", "get_weather")
    assert.match(problem(recorded(1)), /asks the model, and the recording ends after 0 exchanges/)
    assert.match(
      problem(recorded(1, model(says("", call)))),
      /calls weather\.get_weather, and the recording ends after 1/
    )
    assert.match(problem(recorded(1, tool(call))), /asks the model, and exchanges\[0\] is a call of get_weather/)
    assert.match(
      problem(recorded(1, model(says("", call)), model(says("Done.")))),
      /exchanges\[1\] is an answer of the model/
    )
    assert.match(
      problem(recorded(1, model(says("Done.")), model(says("More.")))),
      /stops after 1 of 2 recorded exchanges/
    )
  })

  test("gives no trace for an infrastructure error", () => {
    const why = issue("INFRASTRUCTURE", "The model did not answer.", "Record it again.")
    const result = replayRun(cell(), { ...oneCall(1), outcome: { status: "infrastructure_error", issue: why } }, file)
    assert.deepEqual(result, { index: 1, issue: why })
  })

  test("has the trace of the performed run, for any script", async () => {
    const turn: fc.Arbitrary<ScriptedTurn> = fc.record(
      {
        text: fc.string(),
        calls: fc.array(
          fc.record({
            server: fc.constant("weather"),
            name: fc.constantFrom("get_weather", "nope"),
            args: fc.constant({})
          }),
          { maxLength: 3 }
        ),
        usage: fc.record({ input: fc.nat(), output: fc.nat() })
      },
      { requiredKeys: [] }
    )
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { maxLength: 12 }), async (turns) => {
        const world = Layer.merge(
          ScriptedModel.layer(() => ({ turns })),
          ScriptedTools.layer({ weather: { get_weather: () => text("sunny") } })
        )
        const done = await Effect.runPromise(perform(cell(), 1).pipe(Effect.provide(world)))
        const again = replayRun(cell(), done.run, file)
        assert.deepEqual("trace" in again, done.run.outcome.status === "completed")
      }),
      { numRuns: 200 }
    )
  })
})
