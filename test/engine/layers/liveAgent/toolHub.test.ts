import { describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"
import type { RecordedRun } from "../../../../src/base/domain/recording/Cassette.ts"
import { givenUp } from "../../../../src/base/domain/recording/givenUp.ts"
import type { JsonObject } from "../../../../src/base/domain/Json.ts"
import { runTapes } from "../../../../src/engine/layers/liveAgent/runTapes.ts"
import * as RecordedTools from "../../../../src/engine/layers/liveAgent/toolHub.ts"
import { makeRedactor } from "../../../../src/engine/layers/record/redact.ts"
import { noCode } from "../../../../src/engine/services/Driver.ts"
import { ToolHub, type ToolSession } from "../../../../src/engine/services/ToolHub.ts"
import { trace } from "../../../traces.ts"
import { cell, header } from "../recordings.ts"

const weather = (id: string, city: string) => ({ id, server: "weather", name: "get_weather", args: { city } })
const text = (words: string) => ({ is_error: false, content: [{ type: "text", text: words }], timed_out: false })

const recorded: RecordedRun = {
  index: 1,
  outcome: { status: "completed" },
  exchanges: [],
  trace: trace({
    tool_calls: [
      weather("c1", "Rome"),
      weather("c2", "Oslo"),
      weather("c3", "Oslo"),
      weather("c4", "Bern"),
      weather("c5", "Lima"),
      weather("c6", "Kiel"),
      { id: "own1", server: "agent", name: "think", args: {} }
    ],
    tool_results: [
      { call_id: "c1", ...text("warm") },
      { call_id: "c2", ...text("first") },
      { call_id: "c3", ...text("second") },
      { call_id: "c4", ...text("half") },
      { call_id: "c5", is_error: true, content: [], timed_out: false },
      { call_id: "c6", ...givenUp(1_200) },
      { call_id: "own1", ...text("hm") }
    ],
    faults: [
      { fault: "cut", call_id: "c4", kind: "truncated", start_ms: 0 },
      { fault: "no", call_id: "c5", kind: "error", start_ms: 0 },
      { fault: "timeout", call_id: "c6", kind: "timeout", start_ms: 0 }
    ]
  }),
  observations: { sky: text("clear") },
  wire: {
    tools: "[]",
    results: { c1: `{"timed_out":false,"is_error":false,"content":[{"type":"text","text":"warm"}]}` },
    exchanges: []
  }
}

const opened = <A, E>(
  use: (session: ToolSession) => Effect.Effect<A, E>,
  secrets: Array<{ name: string; value: string }> = []
) => {
  const tapes = runTapes(() => noCode)
  tapes.add(cell, { file: "a.jsonl", header, runs: new Map([[1, recorded]]) }, () => undefined)
  return Effect.gen(function* () {
    return yield* use(yield* (yield* ToolHub).open(cell, 1))
  }).pipe(Effect.scoped, Effect.provide(RecordedTools.layer(tapes, makeRedactor(secrets))), Effect.runPromise)
}

const asked = (city: string, more: JsonObject = {}) => ({ ...weather("now", city), args: { ...more, city } })

const message = (session: ToolSession, city: string) =>
  Effect.map(Effect.flip(session.call(asked(city))), ({ issue }) => `${issue.code}: ${issue.message}`)

describe("the recorded servers of a run", () => {
  test("answer each call once, equal ones in order, with the keys in the order that the agent was given", () =>
    opened((session) =>
      Effect.gen(function* () {
        const contents = []
        for (const city of ["Oslo", "Rome", "Oslo"]) contents.push(yield* session.call(asked(city)))
        assert.deepEqual(contents, [text("first"), text("warm"), text("second")])
        assert.equal(JSON.stringify(contents[1]?.content), `[{"type":"text","text":"warm"}]`)
        assert.match(
          yield* message(session, "Oslo"),
          /^DIVERGED: a\.jsonl, run 1: the agent calls weather\.get_weather with \{"city":"Oslo"\}, which is not recorded: beside call c6, args\.city was "Kiel" and is now "Oslo"\.$/
        )
      })
    ))

  test("know no call of another tool or with other arguments", () =>
    opened((session) =>
      Effect.gen(function* () {
        assert.match(yield* message(session, "Romе"), /beside call c1, args\.city was "Rome" and is now "Romе"/)
        const other = yield* Effect.flip(session.call({ ...asked("Rome"), name: "get_tides" }))
        assert.match(other.issue.message, /calls weather\.get_tides .*: the recorded run has no call of it\.$/)
        const own = yield* Effect.flip(session.call({ id: "x", server: "agent", name: "think", args: {} }))
        assert.equal(own.issue.code, "DIVERGED")
      })
    ))

  test("give a damaged result to a damaged call only, and none for a call that a fault answered", () =>
    opened((session) =>
      Effect.gen(function* () {
        assert.match(yield* message(session, "Bern"), /^DIVERGED/)
        assert.match(yield* message(session, "Lima"), /^DIVERGED/)
        assert.deepEqual(yield* session.received!(asked("Bern")), text("half"))
        assert.equal((yield* Effect.flip(session.received!(asked("Rome")))).issue.code, "DIVERGED")
      })
    ))

  test("do not answer a call that the recorded agent gave up", () =>
    opened((session) =>
      Effect.gen(function* () {
        const waited = yield* session.call(asked("Kiel")).pipe(Effect.timeoutOption("50 millis"))
        assert.equal(waited._tag, "None")
      })
    ))

  const observing = { id: "observe-sky", server: "weather", name: "get_weather", args: {} }

  test("show what was observed after the same calls in the same order", () =>
    opened((session) =>
      Effect.gen(function* () {
        for (const city of ["Rome", "Oslo", "Oslo"]) yield* session.call(asked(city))
        yield* Effect.timeoutOption(session.call(asked("Kiel")), "10 millis")
        assert.deepEqual(yield* session.call(observing), text("clear"))
      })
    ))

  test.each([[["Rome", "Oslo"]], [["Oslo", "Rome", "Oslo"]], [[]]])("do not show it after the calls %j", (cities) =>
    opened((session) =>
      Effect.gen(function* () {
        for (const city of cities) yield* session.call(asked(city))
        const { issue } = yield* Effect.flip(session.call(observing))
        assert.match(issue.message, /so that what was observed after them \(sky\) is not known\.$/)
      })
    )
  )

  test("compare arguments without their secrets, and show none", () =>
    opened(
      (session) =>
        Effect.map(message(session, "canary-of-a-city"), (told) => assert.ok(!told.includes("canary"), told)),
      [{ name: "CITY_TOKEN", value: "canary-of-a-city" }]
    ))
})
