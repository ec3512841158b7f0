import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  agent,
  call,
  type Drive,
  driver,
  equals,
  expect,
  length,
  runs,
  type Session,
  stability,
  suite,
  trajectory
} from "passhat"
import { replayRun } from "../../../src/engine/agentLoop/replayRun.ts"
import type { Trace } from "../../../src/base/domain/trace/Trace.ts"
import { judge } from "../../../src/engine/judge/judge.ts"
import { text } from "../../../src/engine/layers/scripted/toolHub.ts"
import * as ScriptedModel from "../../../src/engine/layers/scripted/model.ts"
import * as ScriptedTools from "../../../src/engine/layers/scripted/toolHub.ts"
import { driverTurns } from "../../../src/engine/run/driverTurns.ts"
import { perform } from "../../../src/engine/run/perform.ts"
import { UserCodes } from "../../../src/engine/services/Driver.ts"
import { compiledOf } from "../../suites.ts"
import { weather } from "../../types/servers.ts"

const { get_forecast, get_weather } = weather.tools
const sunny = () => text("sunny")
const world = Layer.merge(
  ScriptedModel.layer(() => ({ turns: [] })),
  ScriptedTools.layer({ weather: { get_weather: sunny, get_forecast: sunny } })
)
const drives = agent("drives", { driver: driver("mine", "1", () => ""), servers: [weather], prompt: "p" })

const traceOf = async (drive: Drive): Promise<Trace> => {
  const cell = compiledOf(suite("s", drives)).plan.cells[0]!
  const { run } = await Effect.runPromise(
    perform(cell, 1).pipe(
      Effect.provideService(UserCodes, () => ({ before: [], after: [], drive })),
      Effect.provide(world)
    )
  )
  const result = replayRun(cell, run, "f")
  return "trace" in result ? result.trace : assert.fail(result.issue.message)
}

/** What a driver does: a name of a tool is a call, parallel calls are a list, and `{ say }` reports a turn. */
type Deed = string | ReadonlyArray<string> | { readonly say: string; readonly calls?: number }

const doing =
  (...deeds: ReadonlyArray<Deed>): Drive =>
  async (session: Session) => {
    for (const deed of deeds) {
      if (typeof deed === "string") await session.call(deed)
      else if ("say" in deed) session.say(deed.say, deed.calls === undefined ? {} : { calls: deed.calls })
      else await Promise.all(deed.map((name) => session.call(name)))
    }
    return "Done."
  }

const turnsOf = async (...deeds: ReadonlyArray<Deed>): Promise<ReadonlyArray<number | undefined>> =>
  (await traceOf(doing(...deeds))).tool_calls.map(({ turn }) => turn)

const [weatherCall, forecastCall] = ["get_weather", "get_forecast"]

const say = (said: string, calls?: number) => ({ say: said, ...(calls !== undefined && { calls }) })

describe("the turns of a driver's calls", () => {
  test("are unknown if it reports none, or only its final response", async () => {
    assert.deepEqual(await turnsOf(weatherCall, forecastCall), [undefined, undefined])
    assert.deepEqual(await turnsOf(weatherCall, forecastCall, say("Done.")), [undefined, undefined])
  })

  test("are those that it reported before the calls", async () => {
    assert.deepEqual(
      await turnsOf(say("I look."), [weatherCall, forecastCall], say("Again."), weatherCall, say("Done.")),
      [1, 1, 2]
    )
  })

  test("are those that it reported after the calls, as frameworks report their steps", async () => {
    assert.deepEqual(await turnsOf([weatherCall, forecastCall], say("Looked."), weatherCall, say("Again.")), [1, 1, 2])
    assert.deepEqual(await turnsOf(weatherCall, say(""), forecastCall, say(""), say("Done.")), [1, 2])
    assert.deepEqual(await turnsOf(weatherCall, say("Looked."), forecastCall), [1, 2])
  })

  test("are turns of the conversation, even if the final response repeats an earlier turn", async () => {
    const trace = await traceOf(doing(weatherCall, say("Done."), forecastCall))
    assert.deepEqual(
      trace.tool_calls.map(({ turn }) => turn),
      [1, 2]
    )
    assert.equal(trace.conversation.turns.filter(({ role }) => role === "assistant").length, 2)
  })

  test("are unknown if several turns are reported at once after the calls", async () => {
    assert.deepEqual(await turnsOf(weatherCall, forecastCall, say("Looked."), say("Again."), say("Done.")), [
      undefined,
      undefined
    ])
  })

  test("follow the reported numbers of calls, even if these are reported after all calls", async () => {
    const deeds = [weatherCall, forecastCall, weatherCall]
    assert.deepEqual(await turnsOf(...deeds, say("A", 2), say("B", 1), say("Done.", 0)), [1, 1, 2])
    assert.deepEqual(await turnsOf(say("Hello.", 0), ...deeds, say("A", 3)), [2, 2, 2])
  })

  test("are unknown if the reported numbers of calls do not add up to the calls of the session", async () => {
    for (const counts of [
      [1, 0],
      [2, 1],
      [1.5, 0.5],
      [-1, 3],
      [NaN, 2]
    ]) {
      const said = counts.map((count, at) => say(String(at), count))
      assert.deepEqual(await turnsOf(weatherCall, forecastCall, ...said), [undefined, undefined])
    }
  })
})

describe("a gate that depends on turns", () => {
  const inOrder = trajectory({ mode: "strict", withinTurn: "free" }, call(get_weather), call(get_forecast))

  const judged = async (one: Parameters<typeof suite>[1], ...drivers: ReadonlyArray<Drive>) => {
    const { definitions, plan } = compiledOf(suite("s", one))
    const traces = await Promise.all(drivers.map(traceOf))
    const results = plan.cells.map(({ id }) => ({
      cell: id,
      runs: traces.map((trace, at) => ({ index: at + 1, trace })),
      issues: []
    }))
    const cell = judge({ plan, definitions, results }).cells[0] ?? assert.fail("there is a cell")
    const reasons = [...cell.runs, ...cell.gates].flatMap(({ checks }) =>
      checks.flatMap(({ evidence }) => evidence.findings.map(({ reason }) => reason))
    )
    return { verdict: cell.verdict, reasons: reasons.join("\n") }
  }

  test("has no verdict on calls in reverse order with unknown turns, and names the way to report turns", async () => {
    const { reasons, verdict } = await judged(drives.pipe(inOrder), doing(forecastCall, weatherCall))
    assert.equal(verdict, "none")
    assert.match(reasons, /the turns of these calls are not known.*session\.say/)
  })

  test("fails on calls in reverse order in two turns, and passes on them in one turn", async () => {
    const apart = doing(forecastCall, say("A"), weatherCall, say("B"))
    const together = doing([forecastCall, weatherCall], say("A"), say("Done."))
    assert.equal((await judged(drives.pipe(inOrder), apart)).verdict, "fail")
    assert.equal((await judged(drives.pipe(inOrder), together)).verdict, "pass")
  })

  test("has a verdict if no turns could change it", async () => {
    assert.equal((await judged(drives.pipe(inOrder), doing(weatherCall, forecastCall))).verdict, "pass")
    assert.equal((await judged(drives.pipe(inOrder), doing(weatherCall, weatherCall))).verdict, "fail")
  })

  test("has no verdict if it expects a turn, or a number of turns", async () => {
    for (const one of [
      drives.pipe(expect("tool_calls[0].turn", equals(1))),
      drives.pipe(expect("tool_calls[*].turn", length(0)))
    ]) {
      const { reasons, verdict } = await judged(one, doing(weatherCall, forecastCall))
      assert.equal(verdict, "none")
      assert.match(reasons, /session\.say/)
    }
  })

  test("has no verdict if it is stability, which counts turns as answers", async () => {
    const spending =
      (drive: Drive): Drive =>
      async (session) => {
        session.usage({ input: 100, output: 10 })
        return (drive as (one: Session) => Promise<string>)(session)
      }
    const silent = spending(doing(weatherCall, weatherCall))
    const { reasons, verdict } = await judged(drives.pipe(runs(2), stability()), silent, silent)
    assert.equal(verdict, "none")
    assert.match(reasons, /session\.say/)
  })
})

describe("the turns of a driver that throws", () => {
  const reported = (...calls: ReadonlyArray<number>) =>
    calls.map((count) => ({ kind: "step" as const, text: "", calls: count, stop: undefined, ownCalls: [] }))
  /** `before` has for each call how many steps were reported by then. */
  const turnsWith = (steps: ReturnType<typeof reported>, before: ReadonlyArray<number>) =>
    driverTurns({ turns: steps, before, told: before.map(() => undefined), final: undefined }).turns

  test("are known of the steps that it reported with their numbers of calls, and of the calls since", () => {
    assert.deepEqual(turnsWith(reported(2, 0, 1), [0, 0, 2, 3, 3]), [1, 1, 3, 4, 4])
  })

  test("are unknown if a step has another number of calls than were made before it", () => {
    assert.deepEqual(turnsWith(reported(2, 0, 1), [0, 1, 2, 3, 3]), [
      undefined,
      undefined,
      undefined,
      undefined,
      undefined
    ])
  })

  test("are unknown if there are more calls than steps tell of and it did not throw", () => {
    const { turns } = driverTurns({
      turns: reported(1, 1),
      before: [0, 1, 2],
      told: [undefined, undefined, undefined],
      final: "Done."
    })
    assert.deepEqual(turns, [undefined, undefined, undefined])
  })
})
