import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  type Agent,
  agent,
  error,
  fault,
  type FaultKind,
  faults,
  hang,
  malformed,
  recoverAfter,
  recovery,
  schemaDrift,
  slow,
  suite,
  truncated
} from "passhat"
import type { Cell } from "../../../src/base/domain/plan/Plan.ts"
import type { Trace } from "../../../src/base/domain/trace/Trace.ts"
import { judge } from "../../../src/engine/judge/judge.ts"
import { structured } from "../../../src/engine/layers/scripted/toolHub.ts"
import * as ScriptedModel from "../../../src/engine/layers/scripted/model.ts"
import type { ScriptedTurn } from "../../../src/engine/layers/scripted/model.ts"
import * as ScriptedTools from "../../../src/engine/layers/scripted/toolHub.ts"
import { perform } from "../../../src/engine/run/perform.ts"
import { replayRun } from "../../../src/engine/agentLoop/replayRun.ts"
import { compiledOf } from "../../suites.ts"
import { weather } from "../../types/servers.ts"

/** How long the agent waits for a call. */
const BUDGET = 3_000

const { get_forecast, get_weather } = weather.tools
const options = { model: "claude-m", servers: [weather], prompt: "p", callTimeout: `${BUDGET} millis` } as const
const base = agent("asks", options)

const cellOf = (one: Agent<never>): Cell => compiledOf(suite("s", one)).plan.cells[0] ?? assert.fail("there is a cell")
const look = (name: "get_weather" | "get_forecast" = "get_weather") => ({
  server: "weather",
  name,
  args: { city: "Sacramento" }
})

/** Performs the agent with a script, then replays what was recorded: both have to give the same trace. */
const traceOf = async (
  one: Agent<never>,
  ...turns: ReadonlyArray<ReadonlyArray<ReturnType<typeof look>>>
): Promise<Trace> => {
  const script: ReadonlyArray<ScriptedTurn> = [...turns.map((calls) => ({ calls })), { text: "Done." }]
  const sunny = () => structured({ celsius: 21 })
  const world = Layer.merge(
    ScriptedModel.layer(() => ({ turns: script })),
    ScriptedTools.layer({ weather: { get_weather: sunny, get_forecast: sunny } })
  )
  const { run } = await Effect.runPromise(perform(cellOf(one), 1).pipe(Effect.provide(world)))
  const again = replayRun(cellOf(one), run, "f")
  return "trace" in again ? again.trace : assert.fail(again.issue.message)
}

describe("faults", () => {
  test("the mark names the first good call of each tool after the error", async () => {
    const once = base.pipe(faults(fault("hung", get_weather, hang, { onCall: 1 })))
    const turns = [[look()], [look("get_forecast")], [look("get_forecast")], [look()]]
    const trace = await traceOf(once, ...turns)
    assert.deepEqual(trace.faults[0]?.recovered_through, [
      { server: "weather", name: "get_forecast", ms: BUDGET },
      { server: "weather", name: "get_weather", ms: BUDGET }
    ])
  })

  test("a hang on every call is never recovered from", async () => {
    const trace = await traceOf(base.pipe(faults(fault("hung", get_weather, hang))), [look()], [look()], [look()])
    assert.deepEqual(
      trace.faults.map(({ start_ms }) => start_ms),
      [0, BUDGET, 2 * BUDGET]
    )
    assert.ok(trace.faults.every((mark) => !("recovered_ms" in mark)))
    assert.ok(trace.tool_results.every((result) => result.timed_out && result.is_error))
  })

  test("recover after n hangs the first n calls of a run", async () => {
    const trace = await traceOf(
      base.pipe(faults(fault("flaky", get_weather, recoverAfter(2)))),
      [look()],
      [look()],
      [look()]
    )
    assert.deepEqual(
      trace.tool_results.map((result) => result.timed_out),
      [true, true, false]
    )
    assert.equal(trace.faults.length, 2)
    assert.equal(trace.faults[0]?.recovered_ms, 2 * BUDGET)
  })

  test("calls of one turn run concurrently: the turn takes as long as its longest call", async () => {
    const both = faults(fault("slow-now", get_weather, slow(1_000)), fault("slow-later", get_forecast, slow(2_500)))
    const trace = await traceOf(base.pipe(both), [look(), look("get_forecast")])
    assert.equal(trace.clock.virtual_ms, 2_500)
    assert.deepEqual(
      trace.faults.map(({ recovered_ms }) => recovered_ms),
      [1_000, 2_500]
    )
  })

  test("the first fault that matches answers, in the order of declaration", async () => {
    const both = faults(fault("first", weather, error("first")), fault("second", get_weather, error("second")))
    const trace = await traceOf(base.pipe(both), [look()])
    assert.deepEqual(
      trace.faults.map(({ fault: name }) => name),
      ["first"]
    )
  })

  test("a fault can break only the nth call", async () => {
    const trace = await traceOf(
      base.pipe(faults(fault("second", get_weather, error("no"), { onCall: 2 }))),
      [look()],
      [look()],
      [look()]
    )
    assert.deepEqual(
      trace.tool_results.map((result) => result.is_error),
      [false, true, false]
    )
  })

  test("a fault that is not due leaves the call to the next fault", async () => {
    const both = faults(
      fault("first", get_weather, error("first"), { onCall: 1 }),
      fault("second", get_weather, error("second"), { onCall: 2 })
    )
    const trace = await traceOf(base.pipe(both), [look()], [look()], [look()])
    assert.deepEqual(
      trace.faults.map(({ call_id, fault: name }) => [name, call_id]),
      [
        ["first", "c1"],
        ["second", "c2"]
      ]
    )
  })

  test("a call in the same turn as the broken one does not count as recovery", async () => {
    const broken = faults(fault("no", get_weather, error("no"), { onCall: 1 }))
    const alone = await traceOf(base.pipe(broken), [look(), look("get_forecast")])
    assert.ok(!("recovered_ms" in (alone.faults[0] ?? {})))
    const later = await traceOf(base.pipe(broken), [look(), look("get_forecast")], [look("get_forecast")])
    assert.equal(later.faults[0]?.recovered_ms, 0)
  })

  test("the agent gets the damaged answer", async () => {
    const seen = async (kind: FaultKind) =>
      (await traceOf(base.pipe(faults(fault("f", get_weather, kind))), [look()])).tool_results[0]
    assert.deepEqual((await seen(schemaDrift))?.structured, { celsius_v2: 21 })
    assert.equal((await seen(truncated))?.structured, undefined)
    assert.deepEqual((await seen(truncated))?.content, [{ type: "text", text: '{"celsi' }])
    assert.match(JSON.stringify((await seen(malformed))?.content), /unexpected token/)
  })
})

describe("recovery", () => {
  const hung = fault("hung", get_weather, hang, { onCall: 1 })
  const verdictOf = async (
    one: Agent<never>,
    ...turns: Parameters<typeof traceOf> extends [unknown, ...infer T] ? T : never
  ) => {
    const trace = await traceOf(one, ...turns)
    const { definitions, plan } = compiledOf(suite("s", one))
    const results = plan.cells.map(({ id }) => ({ cell: id, runs: [{ index: 1, trace }], issues: [] }))
    return judge({ plan, definitions, results }).cells[0] ?? assert.fail("there is a cell")
  }

  test("an agent that retries recovers", async () => {
    const one = agent("asks", { ...options }).pipe(
      faults(hung),
      recovery({ from: hung, maxDetection: "3 seconds", maxRecovery: "5 seconds" })
    )
    const cell = await verdictOf(one, [look()], [look()])
    assert.equal(cell.verdict, "pass", JSON.stringify(cell.gates))
    assert.equal(cell.gates[0]?.report["recovery.time_to_recovery_ms"], 3_000)
  })

  test("an agent whose call timeout is longer than maxDetection fails", async () => {
    const slowToNotice = agent("asks", { ...options, callTimeout: "9 seconds" }).pipe(
      faults(hung),
      recovery({ from: hung, maxDetection: "3 seconds" })
    )
    const cell = await verdictOf(slowToNotice, [look()], [look()])
    assert.equal(cell.verdict, "fail")
    assert.equal(cell.gates[0]?.report["recovery.recovered"], true)
    assert.equal(cell.gates[0]?.report["recovery.clean_timeout"], false)
  })

  test("an agent that stops fails, and passes if a clean stop is accepted", async () => {
    const gate = { from: hung, maxDetection: "3 seconds" } as const
    assert.equal((await verdictOf(base.pipe(faults(hung), recovery(gate)), [look()])).verdict, "fail")
    assert.equal(
      (await verdictOf(base.pipe(faults(hung), recovery({ ...gate, accept: "clean stop" })), [look()])).verdict,
      "pass"
    )
    assert.equal(
      (await verdictOf(base.pipe(faults(hung), recovery({ ...gate, maxRecovery: "9 seconds" })), [look()])).verdict,
      "fail"
    )
  })

  test("a recovery that is too late fails", async () => {
    const flaky = fault("flaky", get_weather, recoverAfter(2))
    const one = base.pipe(faults(flaky), recovery({ from: flaky, maxDetection: "3 seconds", maxRecovery: "5 seconds" }))
    assert.equal((await verdictOf(one, [look()], [look()], [look()])).verdict, "fail")
  })

  test("a fault that no call met has no verdict", async () => {
    const one = base.pipe(faults(hung), recovery({ from: hung, maxDetection: "3 seconds" }))
    const cell = await verdictOf(one, [look("get_forecast")])
    assert.equal(cell.verdict, "none")
    assert.match(JSON.stringify(cell.gates), /no call of the run met the fault hung, so it shows nothing/)
  })

  test("maxDetection of the gate is the call timeout of an agent without one", () => {
    const { callTimeout: _, ...impatient } = options
    const one = agent("asks", impatient).pipe(faults(hung), recovery({ from: hung, maxDetection: "2 seconds" }))
    assert.equal(cellOf(one).behaviour.call_budget_ms, 2_000)
  })
})
