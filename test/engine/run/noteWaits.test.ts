/**
 * What a listener is told of the waits of runs, on the real interpreter.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { type Agent, agent, driver, type Session, suite } from "passhat"
import type { AskedCall } from "../../../src/base/domain/recording/Cassette.ts"
import type { Cell } from "../../../src/base/domain/plan/Plan.ts"
import { text } from "../../../src/engine/layers/scripted/toolHub.ts"
import * as ScriptedModel from "../../../src/engine/layers/scripted/model.ts"
import * as ScriptedTools from "../../../src/engine/layers/scripted/toolHub.ts"
import { Failure } from "../../../src/edges/providers/wire/Failure.ts"
import { makeLimiter } from "../../../src/edges/providers/wire/limiter.ts"
import { retry } from "../../../src/edges/providers/wire/retry.ts"
import { perform } from "../../../src/engine/run/perform.ts"
import { type UserCode, UserCodes } from "../../../src/engine/services/Driver.ts"
import { Model } from "../../../src/engine/services/Model.ts"
import { type Listener, Progress, type Waiting } from "../../../src/engine/services/Progress.ts"
import { ToolHub } from "../../../src/engine/services/ToolHub.ts"
import { Waits } from "../../../src/engine/services/Waits.ts"
import { compiledOf } from "../../suites.ts"
import { weather } from "../../types/servers.ts"

/** Answers later than it is asked, so that two calls are open at once. */
const tools = Layer.effect(
  ToolHub,
  Effect.map(ToolHub, ({ open }) => ({
    open: (cell: Cell, run: number) =>
      Effect.map(open(cell, run), (session) => ({
        ...session,
        call: (asked: AskedCall) => Effect.andThen(Effect.yieldNow, session.call(asked))
      }))
  }))
).pipe(Layer.provide(ScriptedTools.layer({ weather: { get_weather: () => text("sunny") } })))
const call = { server: "weather", name: "get_weather", args: { city: "Davis" } }
const model = ScriptedModel.layer(() => ({
  turns: [
    { calls: [call, call], usage: { input: 10, output: 5 } },
    { text: "Sunny.", usage: { input: 20, output: 5 } }
  ]
}))
const options = { servers: [weather], prompt: "How warm is it?" } as const
const plain = agent("asks", { model: "claude-m", ...options })

const cellOf = (one: Agent<never>): Cell => compiledOf(suite("s", one)).plan.cells[0] ?? assert.fail("there is a cell")

const performed = (one: Agent<never>, waiting: Listener["waiting"], code: Partial<UserCode> = {}, asked = model) =>
  perform(cellOf(one), 3).pipe(
    Effect.provideService(UserCodes, () => ({ before: [], after: [], ...code })),
    Effect.provideService(Progress, { emit: () => Effect.void, ...(waiting !== undefined && { waiting }) }),
    Effect.provide(Layer.merge(asked, tools))
  )

/** What is told, one after the other: what it waits for, its open calls, its tokens. */
const told = async (one: Agent<never>, code: Partial<UserCode> = {}): Promise<ReadonlyArray<string>> => {
  const seen: Array<Waiting> = []
  const { run } = await Effect.runPromise(performed(one, (waiting) => seen.push(waiting), code))
  assert.equal(run.outcome.status, "completed")
  assert.ok(seen.every(({ cell, index }) => cell.id === cellOf(one).id && index === 3))
  const lines = seen.map(({ on, tools: open, usage }) => [on, ...open, usage.input + usage.output].join(" "))
  return lines.filter((line, at) => line !== lines[at - 1])
}

const driven = (drive: (session: Session) => unknown) =>
  told(agent("drives", { driver: driver("mine", "1", drive as never), ...options }), { drive: drive as never })

describe("a listener is told that a run waits", () => {
  test("for its servers, its model, and each of its calls", async () => {
    assert.deepEqual(await told(plain), [
      "servers 0",
      "model 0",
      "servers 0",
      "servers 15",
      "tool weather/get_weather 15",
      "tool weather/get_weather weather/get_weather 15",
      "tool weather/get_weather 15",
      "servers 15",
      "model 15",
      "servers 15",
      "servers 40"
    ])
  })

  test("for an agent of its own, and for the calls of that agent", async () => {
    const lines = await driven(async (session) => {
      await session.call("get_weather", { city: "Davis" })
      session.usage({ input: 100, output: 20 })
      await session.call("nope")
      return "Sunny."
    })
    assert.deepEqual(lines, [
      "servers 0",
      "agent 0",
      "tool weather/get_weather 0",
      "agent 0",
      "agent 120",
      "tool nope 120",
      "agent 120",
      "servers 120"
    ])
  })

  test("for its hooks", async () => {
    const lines = await told(plain, { before: [() => Promise.resolve()], after: [Effect.void] })
    assert.deepEqual([lines[0], lines.at(-1)], ["hook 0", "hook 40"])
  })

  test("until its model may be asked again", async () => {
    const seen: Array<string> = []
    const { limited, answered } = makeLimiter()
    let [asked, isAnswering] = [0, false]
    const busy = new Failure({ reason: "Refused", detail: "busy", retryable: true, status: 429, retryAfter: "10" })
    const answer = Effect.suspend(() => {
      asked++
      isAnswering = asked > 2
      return isAnswering
        ? Effect.succeed({ text: "Hi.", calls: [], stop_reason: "end_turn" as const })
        : Effect.fail(busy)
    })
    const refusing = Layer.succeed(Model, { ask: () => retry(limited(answer as never), answered) as never })
    await Effect.gen(function* () {
      const run = performed(plain, ({ on }) => seen.push(on), {}, refusing)
      const fiber = yield* Effect.forkChild(run)
      yield* TestClock.adjust("5 seconds")
      assert.deepEqual([seen.at(-1), isAnswering], ["back-off", false])
      yield* TestClock.adjust("2 minutes")
      yield* Fiber.join(fiber)
    }).pipe(Effect.provide(TestClock.layer()), Effect.runPromise)
    assert.deepEqual(
      seen.filter((on, at) => on !== seen[at - 1]),
      ["servers", "model", "back-off", "model", "back-off", "model", "servers"]
    )
  })

  test("until other runs leave it a place, after a provider refused requests", async () => {
    const { limited } = makeLimiter()
    const noticed: Array<string> = []
    const asking = (name: string, answer: Effect.Effect<void, Failure>) =>
      limited(answer).pipe(
        Effect.provideService(Waits, {
          used: () => undefined,
          called: () => () => undefined,
          during: (self, on) =>
            Effect.andThen(
              Effect.sync(() => noticed.push(`${name} ${on}`)),
              self
            )
        }),
        Effect.ignore
      )
    const busy = new Failure({ reason: "Refused", detail: "busy", retryable: true, status: 429 })
    await Effect.gen(function* () {
      yield* asking("refused", Effect.fail(busy))
      const opened = yield* Deferred.make<void>()
      const fibers = yield* Effect.forEach(["a", "b", "c"], (name) =>
        Effect.forkChild(asking(name, Deferred.await(opened)), { startImmediately: true })
      )
      assert.deepEqual(noticed, ["c back-off"])
      yield* Deferred.succeed(opened, undefined)
      yield* Fiber.joinAll(fibers)
    }).pipe(Effect.runPromise)
  })
})

test("a listener that throws changes nothing of a run", async () => {
  const throwing = () => {
    throw new Error("I do not listen.")
  }
  const [quiet, loud] = await Promise.all([
    Effect.runPromise(performed(plain, undefined)),
    Effect.runPromise(performed(plain, throwing))
  ])
  const calls = ({ run }: typeof quiet) => run.exchanges?.map(({ latency_ms: _, ...exchange }) => exchange)
  assert.equal(loud.run.outcome.status, "completed")
  assert.equal(calls(loud)?.length, 4)
  assert.deepEqual(calls(loud), calls(quiet))
})
