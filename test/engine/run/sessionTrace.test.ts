/**
 * An agent that stops waiting for a hung call by a race of its own, without telling the session, and what counts as its recovery.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import { agent, type Drive, driver, fault, faults, hang, recovery, type Session } from "passhat"
import { weather } from "../../types/servers.ts"
import { resultOf, verdictOn } from "./driven.ts"

const hung = fault("hung", weather.tools.get_weather, hang, { onCall: 1 })
const faces = agent("faces", {
  driver: driver("mine", "1", () => ""),
  servers: [weather],
  prompt: "How warm is it?"
}).pipe(faults(hung), recovery({ from: hung, maxDetection: "3 seconds" }))

const judgedOn = async (drive: Drive) => {
  const result = await resultOf(faces, { drive })
  const [mark] = "trace" in result ? result.trace.faults : assert.fail(result.issue.message)
  return { verdict: verdictOn(faces, result).verdict, mark: mark ?? assert.fail("the fault is met"), result }
}

const soon = <A>(value?: A) => new Promise<A | undefined>((resolve) => setTimeout(() => resolve(value), 20))
const args = { city: "Rome" }

describe("an async agent that abandons a hung call with a race of its own and then succeeds has recovered", () => {
  test.each<[string, Drive]>([
    [
      "a timer, then the same call again",
      async ({ call }) => {
        await Promise.race([call("get_weather", args), soon()])
        return JSON.stringify(await call("get_weather", args))
      }
    ],
    [
      "a timer that rejects, then another tool",
      async ({ call }) => {
        const late = soon().then(() => Promise.reject(new Error("late")))
        await Promise.race([call("get_weather", args), late]).catch(() => undefined)
        return JSON.stringify(await call("get_forecast", args))
      }
    ],
    [
      "an AbortController that the call does not know of",
      async ({ call }) => {
        const { signal } = new AbortController()
        const timed = AbortSignal.any([signal, AbortSignal.timeout(20)])
        const aborted = new Promise((resolve) => timed.addEventListener("abort", resolve))
        await Promise.race([call("get_weather", args), aborted])
        return JSON.stringify(await call("get_forecast", args))
      }
    ],
    [
      "a second call that is started if the first takes long, and the first answer of both",
      async ({ call }) => {
        const second = soon().then(() => call("get_forecast", args))
        return JSON.stringify(await Promise.any([call("get_weather", args), second]))
      }
    ],
    [
      "a wrapper around each of two parallel calls, in a turn that was reported",
      async ({ call, say }) => {
        say("I look.")
        const patient = (tool: string) => Promise.race([call(tool, args), soon()])
        const [weatherNow] = await Promise.all([patient("get_weather"), patient("get_forecast")])
        return JSON.stringify(weatherNow ?? (await call("get_weather", args)))
      }
    ]
  ])("%s", async (_, drive) => {
    const { mark, result, verdict } = await judgedOn(drive)
    assert.equal(verdict, "pass", JSON.stringify(mark))
    assert.ok(mark.detected_ms !== undefined && mark.detected_ms > mark.start_ms && mark.detected_ms < 3_000)
    assert.ok("trace" in result)
    assert.match(JSON.stringify(result.trace.tool_results[0]), /The agent stopped waiting after \d+ ms/)
  })
})

describe("on the virtual clock", () => {
  const waits = ({ call }: Session, tool: string) => Effect.promise(() => call(tool, args))

  test.each<[string, Drive]>([
    [
      "a timeout around a promise, then the same call again",
      (session) =>
        waits(session, "get_weather").pipe(
          Effect.timeoutOption("1 second"),
          Effect.andThen(waits(session, "get_weather")),
          Effect.as("Done.")
        )
    ],
    [
      "a race with a sleep, then another tool",
      (session) =>
        Effect.raceFirst(waits(session, "get_weather"), Effect.sleep("1 second")).pipe(
          Effect.andThen(waits(session, "get_forecast")),
          Effect.as("Done.")
        )
    ],
    [
      "the same call again, by an agent that ends after the time of the first call",
      (session) =>
        Effect.raceFirst(waits(session, "get_weather"), Effect.sleep("1 second")).pipe(
          Effect.andThen(waits(session, "get_weather")),
          Effect.andThen(Effect.sleep("10 seconds")),
          Effect.as("Done.")
        )
    ],
    [
      "another tool in the next turn, by an agent that ends after the time of the first call",
      (session) =>
        Effect.raceFirst(waits(session, "get_weather"), Effect.sleep("1 second")).pipe(
          Effect.tap(() => Effect.sync(() => session.say("It does not answer."))),
          Effect.andThen(waits(session, "get_forecast")),
          Effect.andThen(Effect.sleep("10 seconds")),
          Effect.as("Done.")
        )
    ]
  ])("%s, has recovered when it went on", async (_, drive) => {
    const { mark, verdict } = await judgedOn(drive)
    assert.deepEqual([verdict, mark.detected_ms, mark.recovered_ms], ["pass", 1_000, 1_000])
  })

  test.each<[string, Drive]>([
    [
      "that makes no other call",
      (session) => Effect.as(Effect.raceFirst(waits(session, "get_weather"), Effect.sleep("1 second")), "Sorry.")
    ],
    [
      "whose only other call began at the same time",
      (session) =>
        Effect.raceFirst(
          Effect.all([waits(session, "get_weather"), waits(session, "get_forecast")], { concurrency: 2 }),
          Effect.sleep("1 second")
        ).pipe(Effect.as("Sorry."))
    ],
    [
      "that waits for a hung call and for one that it began a little later",
      (session) =>
        Effect.all(
          [waits(session, "get_weather"), Effect.andThen(Effect.sleep("5 millis"), waits(session, "get_forecast"))],
          { concurrency: 2 }
        ).pipe(Effect.as("Sorry."))
    ],
    [
      "whose later call fails",
      (session) =>
        Effect.raceFirst(waits(session, "get_weather"), Effect.sleep("1 second")).pipe(
          Effect.andThen(waits(session, "no_such_tool")),
          Effect.as("Sorry.")
        )
    ],
    [
      "that throws after all",
      (session) =>
        Effect.raceFirst(waits(session, "get_weather"), Effect.sleep("1 second")).pipe(
          Effect.andThen(waits(session, "get_forecast")),
          Effect.andThen(Effect.die(new Error("broken")))
        )
    ]
  ])("an agent %s has not recovered", async (_, drive) => {
    const { verdict } = await judgedOn(drive)
    assert.equal(verdict, "fail")
  })
})
