import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import {
  type Agent,
  agent,
  anyServer,
  call,
  denied,
  disconnect,
  type Drive,
  driver,
  error,
  exact,
  fault,
  type FaultKind,
  faults,
  hang,
  malformed,
  misleading,
  observe,
  rateLimited,
  recoverAfter,
  recovery,
  replyAfterCancel,
  schemaDrift,
  type Session,
  slow,
  suite,
  truncated,
  wedged
} from "passhat"
import type { ToolAnswer } from "../../../src/base/domain/recording/Cassette.ts"
import { issue } from "../../../src/base/domain/issues.ts"
import type { Cell } from "../../../src/base/domain/plan/Plan.ts"
import type { Trace } from "../../../src/base/domain/trace/Trace.ts"
import { judge } from "../../../src/engine/judge/judge.ts"
import { structured, text } from "../../../src/engine/layers/scripted/toolHub.ts"
import * as ScriptedModel from "../../../src/engine/layers/scripted/model.ts"
import * as ScriptedTools from "../../../src/engine/layers/scripted/toolHub.ts"
import { perform } from "../../../src/engine/run/perform.ts"
import { replayRun } from "../../../src/engine/agentLoop/replayRun.ts"
import { Commands, type UserCode, UserCodes } from "../../../src/engine/services/Driver.ts"
import { Infrastructure } from "../../../src/engine/services/Infrastructure.ts"
import { ToolHub } from "../../../src/engine/services/ToolHub.ts"
import { compiledOf } from "../../suites.ts"
import { weather } from "../../types/servers.ts"
import { aWhile, timersOf } from "./eventLoop.ts"

const { get_forecast, get_weather } = weather.tools
const BUDGET = 3_000
const RUN_TIMEOUT = 600_000
const shared = { servers: [weather], prompt: "p", callTimeout: `${BUDGET} millis` } as const
const base = agent("drives", { driver: driver("mine", "1", () => ""), ...shared })
const broken = (kind: FaultKind, onCall?: number) =>
  fault("broken", get_weather, kind, onCall === undefined ? {} : { onCall })
const facing = (kind: FaultKind, onCall?: number) => base.pipe(faults(broken(kind, onCall)))

const cellOf = (one: Agent<never>): Cell => compiledOf(suite("s", one)).plan.cells[0] ?? assert.fail("there is a cell")
const sunny = () => structured({ celsius: 21 })
const scripted = ScriptedTools.layer({ weather: { get_weather: sunny, get_forecast: sunny } })
const silent = ScriptedModel.layer(() => ({ turns: [] }))

const performed = (one: Agent<never>, code: Partial<UserCode>, hub: Layer.Layer<ToolHub> = scripted) =>
  perform(cellOf(one), 1).pipe(
    Effect.provideService(UserCodes, () => ({ before: [], after: [], ...code })),
    Effect.provide(Layer.merge(silent, hub)),
    Effect.map(({ run }) => run)
  )

const traced = async (one: Agent<never>, drive: Drive, hub?: Layer.Layer<ToolHub>): Promise<Trace> => {
  const run = await Effect.runPromise(performed(one, { drive }, hub))
  return run.trace ?? assert.fail(JSON.stringify(run.outcome))
}

const look = (session: Session) => session.callEffect("get_weather", { city: "Sacramento" })
const times = (trace: Trace) => trace.faults.map((mark) => [mark.start_ms, mark.detected_ms, mark.recovered_ms])

/** Tries again whatever the tool answers with, until it answers well. */
const insistent =
  (patience: number, backOff: Schedule.Schedule<unknown>): Drive =>
  (session) =>
    look(session).pipe(
      Effect.timeout(patience),
      Effect.flatMap((answer) => (answer.is_error ? Effect.fail("no answer") : Effect.succeed("It is 21 degrees."))),
      Effect.retry(backOff)
    )

const kinds: ReadonlyArray<readonly [string, FaultKind]> = [
  ["hang", hang],
  ["wedged", wedged],
  ["recover after 1", recoverAfter(1)],
  ["slow, just in time", slow(BUDGET - 1)],
  ["slow, at the last moment", slow(BUDGET)],
  ["slow, a moment too late", slow(BUDGET + 1)],
  ["reply after cancel, just in time", replyAfterCancel(BUDGET - 1)],
  ["reply after cancel, at the last moment", replyAfterCancel(BUDGET)],
  ["reply after cancel, a moment too late", replyAfterCancel(BUDGET + 1)],
  ["an hour", slow("1 hour")],
  ["error", error("boom")],
  ["rate limit", rateLimited("2 seconds")],
  ["denied", denied],
  ["disconnect", disconnect],
  ["misleading", misleading("All is well.")],
  ["malformed", malformed],
  ["truncated", truncated],
  ["schema drift", schemaDrift]
]
const targets = [
  ["a tool", get_weather],
  ["a server", weather],
  ["any server", anyServer("get_weather")]
] as const

describe.each(kinds)("an agent written as an Effect, and %s", (_, kind) => {
  const model = ScriptedModel.layer(() => ({
    turns: [...[1, 2].map(() => ({ calls: [{ server: "weather", name: "get_weather", args: {} }] })), { text: "Done." }]
  }))

  test.each(targets)("on %s: the results and the marks are those of the built-in agent", async (_target, on) => {
    const injected = faults(fault("broken", on, kind, { onCall: 1 }))
    const builtIn = agent("asks", { model: "claude-m", ...shared }).pipe(injected)
    const { run } = await Effect.runPromise(
      perform(cellOf(builtIn), 1).pipe(Effect.provide(Layer.merge(model, scripted)))
    )
    const expected = replayRun(cellOf(builtIn), run, "f")
    assert.ok("trace" in expected)
    const trace = await traced(base.pipe(injected), (session) =>
      Effect.as(Effect.repeat(session.callEffect("get_weather"), { times: 1 }), "Done.")
    )
    assert.equal(trace.faults.length, 1)
    // How long an agent waited for its model is known of the built-in one alone.
    const { recorded_ms: _waited, ...clock } = expected.trace.clock
    assert.deepEqual(
      [trace.tool_results, trace.faults, trace.clock],
      [expected.trace.tool_results, expected.trace.faults, clock]
    )
  })
})

describe("an agent written as an Effect", () => {
  test("that backs off exponentially recovers after exactly the sum of its schedule", () =>
    fc.assert(
      fc.asyncProperty(
        fc.record({
          hung: fc.integer({ min: 1, max: 5 }),
          first: fc.integer({ min: 1, max: 1_000 }),
          patience: fc.integer({ min: 1, max: 2 * BUDGET })
        }),
        async ({ first, hung, patience }) => {
          const trace = await traced(facing(recoverAfter(hung)), insistent(patience, Schedule.exponential(first)))
          const waits = Array.from({ length: hung }, (_, at) => first * (1 << at))
          const each = Math.min(patience, BUDGET)
          const total = waits.reduce((sum, wait) => sum + each + wait, 0)
          assert.deepEqual(times(trace)[0], [0, each, total])
          assert.deepEqual(trace.clock, { virtual_ms: total })
        }
      ),
      { numRuns: 50 }
    ))

  test("that backs off exponentially passes a recovery limit equal to the sum of its schedule", async () => {
    const flaky = broken(recoverAfter(3))
    const one = base.pipe(faults(flaky), recovery({ from: flaky, maxDetection: "1 second", maxRecovery: 3_700 }))
    const trace = await traced(one, insistent(1_000, Schedule.exponential(100)))
    const { definitions, plan } = compiledOf(suite("s", one))
    const results = plan.cells.map(({ id }) => ({ cell: id, runs: [{ index: 1, trace }], issues: [] }))
    const cell = judge({ plan, definitions, results }).cells[0] ?? assert.fail("there is a cell")
    assert.equal(cell.verdict, "pass")
    assert.equal(cell.gates[0]?.report["recovery.time_to_detection_ms"], 1_000)
    assert.equal(cell.gates[0]?.report["recovery.time_to_recovery_ms"], 3 * 1_000 + 100 + 200 + 400)
  })

  test("detects a hang with its own timer if that is shorter than the call timeout", async () => {
    const trace = await traced(facing(hang, 1), insistent(500, Schedule.spaced(250)))
    assert.deepEqual(times(trace), [[0, 500, 750]])
    assert.deepEqual(trace.tool_results[0], {
      call_id: "c1",
      is_error: true,
      content: [{ type: "text", text: "The agent stopped waiting after 500 ms." }],
      timed_out: true
    })
    assert.equal(trace.tool_results[1]?.is_error, false)
  })

  test("accepts an answer that comes at the same moment as its own timeout", async () => {
    const trace = await traced(facing(slow(500), 1), insistent(500, Schedule.recurs(0)))
    assert.deepEqual(times(trace), [[0, undefined, 500]])
  })

  test("gets no reply after it cancelled, and the trace records the time of the late reply", async () => {
    const trace = await traced(facing(replyAfterCancel(900), 1), insistent(500, Schedule.spaced(100)))
    assert.deepEqual(trace.faults, [
      {
        fault: "broken",
        call_id: "c1",
        kind: "reply_after_cancel",
        start_ms: 0,
        detected_ms: 500,
        recovered_ms: 600,
        recovered_through: [{ server: "weather", name: "get_weather", ms: 600 }],
        late_reply_ms: 900
      }
    ])
  })

  test("may call concurrently: each call has its own times and counts for recover-after", async () => {
    const both = base.pipe(
      faults(fault("hung", get_weather, recoverAfter(2)), fault("late", get_forecast, slow(1_000)))
    )
    const trace = await traced(both, (session) =>
      Effect.as(
        Effect.all([look(session), look(session), look(session), session.callEffect("get_forecast")], {
          concurrency: "unbounded"
        }),
        "Done."
      )
    )
    assert.deepEqual(
      trace.tool_results.map((result) => result.timed_out),
      [true, true, false, false]
    )
    assert.deepEqual(
      trace.faults.map((mark) => [mark.fault, mark.call_id, mark.start_ms, mark.detected_ms, mark.recovered_ms]),
      [
        ["hung", "c1", 0, BUDGET, undefined],
        ["hung", "c2", 0, BUDGET, undefined],
        ["late", "c4", 0, undefined, 1_000]
      ]
    )
    assert.equal(trace.clock.virtual_ms, BUDGET)
  })

  test("may call with promises, and with a runtime of its own", async () => {
    const trace = await traced(facing(hang, 1), (session) =>
      Effect.promise(async () => {
        const first = await session.call("get_weather")
        const second = await Effect.runPromise(session.callEffect("get_weather"))
        return `${first.timed_out} ${second.timed_out}`
      })
    )
    assert.equal(trace.final_response, "true false")
    assert.deepEqual(times(trace), [[0, BUDGET, BUDGET]])
    assert.deepEqual(trace.clock, { virtual_ms: BUDGET })
  })

  test("may call before it returns its Effect", async () => {
    const trace = await traced(facing(hang, 1), (session) => {
      const early = session.call("get_weather")
      return Effect.as(
        Effect.promise(() => early),
        "Done."
      )
    })
    assert.deepEqual(times(trace), [[0, BUDGET, undefined]])
    assert.deepEqual(trace.clock, { virtual_ms: BUDGET })
  })

  test("cancels its pending calls when it ends", async () => {
    const trace = await traced(facing(hang), (session) =>
      Effect.gen(function* () {
        void session.call("get_weather")
        yield* Effect.forkChild(look(session))
        yield* Effect.forkDetach(look(session))
        yield* Effect.sleep(700)
        return "Done."
      })
    )
    assert.deepEqual(
      times(trace),
      [1, 2, 3].map(() => [0, 700, undefined])
    )
    assert.equal(trace.tool_results.length, 3)
  })

  test("hangs for a thousand virtual hours without a timer, with the same trace each time", async () => {
    const patient = agent("drives", { driver: driver("mine", "1", () => ""), ...shared, callTimeout: "1 hour" })
    const storm = () =>
      traced(patient.pipe(faults(broken(recoverAfter(1_000)))), (session) => {
        const again = Effect.repeat(look(session), { until: (answer) => !answer.is_error })
        const worker = Effect.andThen(again, look(session))
        return Effect.as(Effect.all([worker, worker, again], { concurrency: "unbounded" }), "Done.")
      })
    const { armed, result } = await timersOf(storm)
    assert.equal(result.faults.length, 1_000)
    assert.equal(result.clock.virtual_ms, 334 * 3_600_000)
    assert.deepEqual(armed, [RUN_TIMEOUT])
    assert.equal(JSON.stringify(result), JSON.stringify(await storm()))
  })

  test("may come from another copy of effect", async () => {
    const folder = mkdtempSync(join(tmpdir(), "passhat-"))
    const built = await Bun.build({
      entrypoints: [fileURLToPath(import.meta.resolve("effect/Effect"))],
      outdir: folder
    })
    const other = (await import(built.outputs[0]?.path ?? "")) as typeof Effect
    rmSync(folder, { recursive: true })
    assert.notEqual(other.sleep, Effect.sleep)
    const trace = await traced(facing(hang, 1), (session) =>
      other.gen(function* () {
        yield* other.sleep("1 hour")
        const cut = yield* other.timeoutOption(look(session), 500)
        const again = yield* other.all([look(session), look(session)], { concurrency: 2 })
        return `${cut._tag} ${again.length}`
      })
    )
    assert.equal(trace.final_response, "None 2")
    assert.deepEqual(times(trace), [[3_600_000, 3_600_500, 3_600_500]])
  })
})

describe("the virtual time of a call", () => {
  const remote = (answer: ToolAnswer) =>
    Layer.succeed(ToolHub, {
      open: () =>
        Effect.succeed({
          tools: [{ server: "weather", name: "get_weather", input_schema: {} }],
          servers: [],
          call: () => Effect.promise(() => aWhile().then(() => answer))
        })
    })

  test("is zero if the server answers, however much real time that takes", async () => {
    const trace = await traced(base, insistent(1, Schedule.recurs(0)), remote(text("sunny")))
    assert.equal(trace.final_response, "It is 21 degrees.")
    assert.deepEqual(trace.clock, { virtual_ms: 0 })
  })

  test("is the delay of the fault", async () => {
    const trace = await traced(facing(slow(2_000)), insistent(BUDGET, Schedule.recurs(0)), remote(text("sunny")))
    assert.deepEqual(trace.clock, { virtual_ms: 2_000 })
    assert.deepEqual(trace.tool_results[0]?.content, [{ type: "text", text: "sunny" }])
  })
})

describe("an agent whose timers passhat does not control", () => {
  const TINY = 20
  const hasty = agent("drives", { driver: driver("mine", "1", () => ""), ...shared, callTimeout: TINY })
  const twice: Drive = async (session) => {
    await session.call("get_weather")
    await session.call("get_weather")
    return "Done."
  }

  test("runs on the wall clock", async () => {
    const trace = await traced(hasty.pipe(faults(broken(hang, 1))), twice)
    assert.equal(trace.clock.kind, "wall")
    assert.ok(Number.isInteger(trace.clock.virtual_ms) && trace.clock.virtual_ms >= TINY - 1)
    const [mark] = trace.faults
    assert.ok(mark?.detected_ms !== undefined && mark.recovered_ms !== undefined)
    assert.ok(mark.detected_ms - mark.start_ms >= TINY - 1 && mark.recovered_ms >= mark.detected_ms)
  })

  /** The real clock of the run, moved by hand. */
  const onClock = (one: Agent<never>, code: Partial<UserCode>, millis: number, hub?: Layer.Layer<ToolHub>) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(performed(one, code, hub))
      yield* TestClock.adjust(millis)
      return yield* Fiber.join(fiber)
    }).pipe(Effect.provide(TestClock.layer()), Effect.runPromise)

  test.each<readonly [string, FaultKind, ReadonlyArray<number | undefined>]>([
    ["hang", hang, [0, BUDGET, BUDGET]],
    ["slow", slow(1_000), [0, undefined, 1_000]],
    ["too slow", slow(BUDGET + 1), [0, BUDGET, BUDGET]],
    ["error", error("boom"), [0, 0, 0]]
  ])("meets %s for the time that the fault sets", async (_, kind, marks) => {
    const run = await onClock(facing(kind, 1), { drive: twice }, BUDGET)
    assert.deepEqual(times(run.trace ?? assert.fail(JSON.stringify(run.outcome))), [marks])
  })

  test.each([
    [1_000, 1_000],
    [300, 400]
  ])("gets an answer that takes 400 ms and is delayed by a fault of %p ms after %p ms", async (delay, after) => {
    const hub = Layer.succeed(ToolHub, {
      open: () =>
        Effect.succeed({
          tools: [{ server: "weather", name: "get_weather", input_schema: {} }],
          servers: [],
          call: () => Effect.delay(Effect.succeed(text("sunny")), 400)
        })
    })
    const once: Drive = (session) => session.call("get_weather").then(() => "Done.")
    const { trace } = await onClock(facing(slow(delay)), { drive: once }, 1_000, hub)
    assert.deepEqual(trace?.faults[0]?.recovered_ms, after)
  })

  test("in another process runs on the wall clock, and its cancelled calls end", async () => {
    const code = { command: ["agent"] }
    const commands = {
      run: (_: ReadonlyArray<string>, session: Session) =>
        Effect.as(Effect.orDie(Effect.timeoutOption(look(session), 1_200)), "Done.")
    }
    const run = await Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(performed(facing(hang, 1), code))
      yield* TestClock.adjust(1_200)
      return yield* Fiber.join(fiber)
    }).pipe(Effect.provideService(Commands, commands), Effect.provide(TestClock.layer()), Effect.runPromise)
    assert.deepEqual(times(run.trace ?? assert.fail(JSON.stringify(run.outcome))), [[0, 1_200, undefined]])
    assert.deepEqual(run.trace?.clock, { virtual_ms: 1_200, kind: "wall" })
  })

  test("may end with pending calls: they are cancelled without an unhandled rejection", async () => {
    const rejected: Array<unknown> = []
    const note = (reason: unknown) => rejected.push(reason)
    process.on("unhandledRejection", note)
    const trace = await traced(facing(hang), async (session) => {
      void session.call("get_weather").then(() => "never")
      return "Done."
    })
    await aWhile()
    process.off("unhandledRejection", note)
    assert.equal(trace.tool_results[0]?.timed_out, true)
    assert.deepEqual(rejected, [])
  })
})

describe("a run of a user's driver", () => {
  const unreachable = Layer.succeed(ToolHub, {
    open: () =>
      Effect.succeed({
        tools: [],
        servers: [],
        call: () => Effect.fail(new Infrastructure({ issue: issue("INFRASTRUCTURE", "No server.", "Start it.") }))
      })
  })

  test.each<readonly [string, Drive]>([
    ["an Effect", (session) => Effect.as(Effect.ignore(look(session)), "All is well.")],
    ["a retrying Effect", (session) => Effect.as(Effect.retry(look(session), Schedule.spaced("1 hour")), "Never.")],
    ["async", (session) => session.call("get_weather").then(String, () => "All is well.")]
  ])(
    "is an infrastructure error if a server cannot be reached, even if the agent handles the error: %s",
    async (_, drive) => {
      const { outcome, trace } = await Effect.runPromise(performed(base, { drive }, unreachable))
      assert.equal(trace, undefined)
      assert.deepEqual(outcome, {
        status: "infrastructure_error",
        issue: issue("INFRASTRUCTURE", "No server.", "Start it.")
      })
    }
  )

  test.each<readonly [string, Drive]>([
    ["throws", () => JSON.parse("{")],
    ["rejects", () => Promise.reject(new Error("no key"))],
    ["fails", () => Effect.fail(new Error("no key"))],
    ["fails in a promise", () => Effect.tryPromise(() => Promise.reject(new Error("no key")))],
    ["dies", () => Effect.sync(() => JSON.parse("{"))],
    ["interrupts itself", () => Effect.interrupt]
  ])("is an infrastructure error if the agent %s", async (how, drive) => {
    const { outcome } = await Effect.runPromise(performed(base, { drive }))
    assert.ok(outcome.status === "infrastructure_error")
    assert.match(outcome.issue.message, /^drives, run #1: the driver failed: ./)
    if (/fails|rejects/.test(how)) assert.match(outcome.issue.message, /: no key\.$/)
  })

  test("is stopped after 10,000 calls", async () => {
    const drive: Drive = (session) => Effect.forever(look(session))
    const { outcome } = await Effect.runPromise(performed(facing(hang), { drive }))
    assert.ok(outcome.status === "infrastructure_error")
    assert.equal(outcome.issue.message, "drives: the agent made 10000 calls and wanted more.")
  })

  test("may take any virtual time, and at most runTimeout of real time", async () => {
    const brief = agent("drives", { driver: driver("mine", "1", () => ""), ...shared, runTimeout: "5 seconds" })
    const trace = await traced(brief, () => Effect.as(Effect.sleep("1 hour"), "Done."))
    assert.deepEqual(trace.clock, { virtual_ms: 3_600_000 })
    const stuck = await Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(performed(brief, { drive: () => Effect.never }))
      yield* TestClock.adjust("5 seconds")
      return yield* Fiber.join(fiber)
    }).pipe(Effect.provide(TestClock.layer()), Effect.runPromise)
    assert.match(JSON.stringify(stuck.outcome), /drives, run #1 took longer than 5000 ms/)
  })

  test("cancels the pending calls of the agent before it makes its observations", async () => {
    const seen: Array<string> = []
    const note = (what: string) => Effect.sync(() => void seen.push(what))
    const hub = Layer.succeed(ToolHub, {
      open: () =>
        Effect.succeed({
          tools: [],
          servers: [],
          call: ({ id }) =>
            id === "c1"
              ? Effect.onInterrupt(Effect.never, () => note("cancelled"))
              : Effect.as(note("looked at"), text("sunny"))
        })
    })
    const looking = base.pipe(observe("now", call(get_weather, exact({ city: "Sacramento" }))))
    const drive: Drive = async (session) => {
      void session.call("get_weather")
      return "Done."
    }
    await Effect.runPromise(performed(looking, { drive }, hub))
    assert.deepEqual(seen, ["cancelled", "looked at"])
  })

  test("that is interrupted cancels its calls, and lets the agent clean up in virtual time", async () => {
    const seen: Array<string> = []
    const note = (what: string) => Effect.sync(() => void seen.push(what))
    await Effect.gen(function* () {
      const called = yield* Deferred.make<void>()
      const hub = Layer.succeed(ToolHub, {
        open: () =>
          Effect.succeed({
            tools: [],
            servers: [],
            call: () =>
              Deferred.succeed(called, undefined).pipe(
                Effect.andThen(Effect.never),
                Effect.onInterrupt(() => note("call cancelled"))
              )
          })
      })
      const drive: Drive = (session) =>
        Effect.ensuring(
          Effect.as(look(session), "Done."),
          Effect.andThen(Effect.sleep("1 hour"), note("agent cleaned up"))
        )
      const fiber = yield* Effect.forkChild(performed(base, { drive }, hub))
      yield* Deferred.await(called)
      yield* Fiber.interrupt(fiber)
    }).pipe(Effect.runPromise)
    assert.deepEqual(seen, ["call cancelled", "agent cleaned up"])
  })
})
