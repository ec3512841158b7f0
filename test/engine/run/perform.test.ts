import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { type Agent, agent, call, driver, exact, observe, type Session, suite } from "passhat"
import type { ToolAnswer } from "../../../src/base/domain/recording/Cassette.ts"
import type { Cell } from "../../../src/base/domain/plan/Plan.ts"
import { issue } from "../../../src/base/domain/issues.ts"
import * as Budget from "../../../src/engine/layers/live/budget.ts"
import { failure, text } from "../../../src/engine/layers/scripted/toolHub.ts"
import * as ScriptedModel from "../../../src/engine/layers/scripted/model.ts"
import * as ScriptedTools from "../../../src/engine/layers/scripted/toolHub.ts"
import { perform } from "../../../src/engine/run/perform.ts"
import { replayRun } from "../../../src/engine/agentLoop/replayRun.ts"
import { type UserCode, UserCodes } from "../../../src/engine/services/Driver.ts"
import { Infrastructure } from "../../../src/engine/services/Infrastructure.ts"
import { Model } from "../../../src/engine/services/Model.ts"
import { ToolHub } from "../../../src/engine/services/ToolHub.ts"
import { compiledOf } from "../../suites.ts"
import { weather } from "../../types/servers.ts"

const tools = ScriptedTools.layer({
  weather: { get_weather: ({ city }) => (city === "Sacramento" ? text("sunny") : failure("nowhere")) }
})
const model = ScriptedModel.layer(() => ({
  turns: [
    {
      calls: [{ server: "weather", name: "get_weather", args: { city: "Sacramento" } }],
      usage: { input: 10, output: 5 }
    },
    { text: "Sunny.", usage: { input: 20, output: 5 } }
  ]
}))
const world = Layer.merge(model, tools)

const cellOf = (one: Agent<never>): Cell => compiledOf(suite("s", one)).plan.cells[0] ?? assert.fail("there is a cell")
const options = { servers: [weather], prompt: "How warm is it?" } as const
const plain = agent("asks", { model: "claude-m", ...options })

const run = (one: Agent<never>, code: Partial<UserCode> = {}, layers = world) =>
  perform(cellOf(one), 1).pipe(
    Effect.provideService(UserCodes, () => ({ before: [], after: [], ...code })),
    Effect.provide(layers),
    Effect.runPromise
  )

const driven = (drive: (session: Session) => unknown) =>
  run(agent("drives", { driver: driver("mine", "1", drive as never), ...options }), { drive: drive as never })

describe("a user's driver", () => {
  test("has all calls, turns and tokens of its session in the trace", async () => {
    const { run: recorded } = await driven(async (session) => {
      assert.equal(session.prompt, "How warm is it?")
      session.say("Let me look.")
      const first = await session.call("get_weather", { city: "Davis" })
      assert.equal(first.is_error, true)
      await Promise.all([session.call("weather/get_weather", { city: "Sacramento" }), session.call("nope")])
      session.usage({ input: 100, output: 20 })
      session.usage({ input: 1, output: 1 })
      return "It is sunny."
    })
    const trace = recorded.trace ?? assert.fail("there is a trace")
    assert.deepEqual(
      trace.tool_calls.map(({ id, name, turn }) => [id, name, turn]),
      [
        ["c1", "get_weather", 1],
        ["c2", "get_weather", 1],
        ["c3", "nope", 1]
      ]
    )
    assert.deepEqual(
      trace.tool_results.map(({ call_id }) => call_id),
      ["c1", "c2", "c3"]
    )
    assert.equal(trace.final_response, "It is sunny.")
    assert.deepEqual(trace.conversation.tokens, { input: 101, output: 21, total: 122 })
    assert.deepEqual(
      trace.conversation.turns.map(({ content }) => content),
      ["How warm is it?", "Let me look.", "It is sunny."]
    )
  })

  test("may be an Effect", async () => {
    const { run: recorded } = await driven((session) =>
      Effect.map(session.callEffect("get_weather", { city: "Sacramento" }), (answer) => JSON.stringify(answer.content))
    )
    assert.match(recorded.trace?.final_response ?? "", /sunny/)
    assert.equal(recorded.trace?.tool_calls.length, 1)
  })

  test("is replayed without its code", async () => {
    const { run: recorded } = await driven(() => "Done.")
    const again = replayRun(
      cellOf(agent("drives", { driver: driver("mine", "1", () => "Other."), ...options })),
      recorded,
      "f"
    )
    assert.ok("trace" in again)
    assert.equal(again.trace.final_response, "Done.")
  })

  test("that fails is an infrastructure error", async () => {
    for (const drive of [() => Promise.reject(new Error("no key")), () => Effect.fail(new Error("no key"))]) {
      const { run: recorded } = await driven(drive)
      assert.equal(recorded.outcome.status, "infrastructure_error")
      assert.match(JSON.stringify(recorded.outcome), /drives, run #1: the driver failed: no key\./)
    }
  })

  test("has another fingerprint if its version changes", () => {
    const of = (version: string) =>
      cellOf(agent("drives", { driver: driver("mine", version, () => ""), ...options })).fingerprint
    assert.notEqual(of("1"), of("2"))
    assert.equal(of("1"), of("1"))
  })
})

describe("hooks and observations of a run", () => {
  test("hooks run before a run and after it, even if it failed", async () => {
    const log: Array<string> = []
    const note = (what: string) => () => void log.push(what)
    const code = {
      before: [note("before"), async () => log.push("async"), Effect.sync(note("effect"))],
      after: [note("after")]
    }
    await run(plain, code)
    await run(plain, { ...code, before: [() => Promise.reject(new Error("no database"))] })
    assert.deepEqual(log, ["before", "async", "effect", "after", "after"])
  })

  test("a hook that fails makes the run an infrastructure error", async () => {
    const { run: recorded } = await run(plain, { before: [() => Promise.reject(new Error("no database"))] })
    assert.match(JSON.stringify(recorded.outcome), /what was to happen around it failed: no database/)
  })

  test("an observation is in the trace, and is not a call of the agent", async () => {
    const looking = plain.pipe(observe("now", call(weather.tools.get_weather, exact({ city: "Sacramento" }))))
    const { run: recorded } = await run(looking)
    const again = replayRun(cellOf(looking), recorded, "f")
    assert.ok("trace" in again)
    assert.equal(again.trace.tool_calls.length, 1)
    assert.deepEqual(again.trace.observations?.["now"]?.content, [{ type: "text", text: "sunny" }])
  })

  test("a recording without the observation is not replayed", async () => {
    const { run: recorded } = await run(plain)
    const looking = plain.pipe(observe("now", call(weather.tools.get_weather, exact({ city: "Sacramento" }))))
    const again = replayRun(cellOf(looking), recorded, "f")
    assert.ok("issue" in again)
    assert.equal(again.issue.message, 'f, run 1: the observation "now" was not recorded.')
  })
})

describe("limits", () => {
  const hanging = Layer.succeed(ToolHub, {
    open: () => Effect.succeed({ tools: [], servers: [], call: (): Effect.Effect<ToolAnswer> => Effect.never })
  })

  const onClock = (one: Agent<never>, duration: string & `${number} seconds`) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(perform(cellOf(one), 1))
      yield* TestClock.adjust(duration)
      return yield* Fiber.join(fiber)
    }).pipe(Effect.provide(Layer.mergeAll(model, hanging, TestClock.layer())), Effect.runPromise)

  test("a call that hangs is cut off at its timeout, and the agent gets a result that says so", async () => {
    const { run: recorded } = await onClock(
      agent("asks", { model: "claude-m", callTimeout: "3 seconds", ...options }),
      "3 seconds"
    )
    const answer = recorded.exchanges[1]
    assert.ok(answer?.kind === "tool")
    assert.equal(answer.answer.timed_out, true)
    assert.equal(answer.latency_ms, 3_000)
    assert.equal(recorded.outcome.status, "completed")
  })

  test("a run that takes too long is stopped as an infrastructure error", async () => {
    const patient = agent("asks", { model: "claude-m", callTimeout: "90 seconds", runTimeout: "5 seconds", ...options })
    const { run: recorded } = await onClock(patient, "5 seconds")
    assert.match(JSON.stringify(recorded.outcome), /asks, run #1 took longer than 5000 ms/)
  })

  test.each([
    [0, 0],
    [4_095, 0],
    [4_096, 1],
    [4_096 + 15, 2],
    [4_096 + 14, 1]
  ])("with %p tokens to spend the model answers %p times", async (limit, answers) => {
    const { run: recorded } = await run(plain, {}, Layer.merge(world, Budget.layer(limit)))
    assert.equal(recorded.exchanges.filter(({ kind }) => kind === "model").length, answers)
    assert.equal(recorded.outcome.status, answers === 2 ? "completed" : "infrastructure_error")
  })

  const down = new Infrastructure({ issue: issue("INFRASTRUCTURE", "The model is away.", "Wait.") })
  test.each([
    ["its budget cannot carry an answer", Budget.layer(4_095)],
    ["its model refuses", Layer.succeed(Model, { ask: () => Effect.fail(down), ready: () => Effect.fail(down) })]
  ])("starts no server when %s", async (_, layer) => {
    const opened: Array<number> = []
    const watched = Layer.succeed(ToolHub, { open: (_cell, index) => Effect.die(opened.push(index)) })
    const { run: recorded } = await run(plain, {}, Layer.mergeAll(model, watched, layer))
    assert.equal(recorded.outcome.status, "infrastructure_error")
    assert.deepEqual(opened, [])
  })
})
