/**
 * The ways in which a user's driver can end with an error, and the verdict on each.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  type Agent,
  agent,
  call,
  type Drive,
  driver,
  error,
  fault,
  type FaultKind,
  faults,
  hang,
  malformed,
  passRate,
  recovery,
  runs,
  type Session,
  slow,
  suite,
  trajectory
} from "passhat"
import { replayRun } from "../../../src/engine/agentLoop/replayRun.ts"
import type { RunResult } from "../../../src/base/domain/recording/Run.ts"
import { judge } from "../../../src/engine/judge/judge.ts"
import * as Command from "../../../src/engine/layers/live/command/commands.ts"
import { structured } from "../../../src/engine/layers/scripted/toolHub.ts"
import * as ScriptedModel from "../../../src/engine/layers/scripted/model.ts"
import * as ScriptedTools from "../../../src/engine/layers/scripted/toolHub.ts"
import { perform } from "../../../src/engine/run/perform.ts"
import { type UserCode, UserCodes } from "../../../src/engine/services/Driver.ts"
import { compiledOf } from "../../suites.ts"
import { weather } from "../../types/servers.ts"

const { get_forecast, get_weather } = weather.tools
const sunny = () => structured({ celsius: 21 })
const world = Layer.mergeAll(
  ScriptedModel.layer(() => ({ turns: [] })),
  ScriptedTools.layer({ weather: { get_weather: sunny, get_forecast: sunny } }),
  Command.layer(process.env)
)
const drives = agent("drives", {
  driver: driver("mine", "1", () => ""),
  servers: [weather],
  prompt: "p",
  callTimeout: "20 millis"
})
const broken = (kind: FaultKind) => fault("broken", get_weather, kind)
const facing = (kind: FaultKind) =>
  drives.pipe(faults(broken(kind)), recovery({ from: broken(kind), maxDetection: "3 seconds" }))

const performed = async (one: Agent<never>, code: Partial<UserCode>): Promise<RunResult> => {
  const cell = compiledOf(suite("s", one)).plan.cells[0]!
  const { run } = await Effect.runPromise(
    perform(cell, 1).pipe(
      Effect.provideService(UserCodes, () => ({ before: [], after: [], ...code })),
      Effect.provide(world)
    )
  )
  return replayRun(cell, JSON.parse(JSON.stringify(run)), "f")
}

const judged = async (one: Agent<never>, code: Partial<UserCode>) => {
  const { definitions, plan } = compiledOf(suite("s", one))
  const result = await performed(one, code)
  const results = plan.cells.map(({ id }) => ({ cell: id, runs: [result], issues: [] }))
  const cell = judge({ plan, definitions, results }).cells[0] ?? assert.fail("there is a cell")
  return { result, verdict: cell.verdict, issues: cell.runs.flatMap(({ issues }) => issues), gates: cell.gates }
}

const traceOf = (result: RunResult) => ("trace" in result ? result.trace : assert.fail(result.issue.message))

describe("a driver whose result is not a string", () => {
  test.each<readonly [string, unknown, RegExp]>([
    ["an object", () => ({ content: "Done." }), /returned an object, and not its final response as a string/],
    ["a promise of an object", async () => ({ content: "Done." }), /returned an object/],
    ["a text that is no string", async () => ({ text: ["Done."] }), /returned an object/],
    ["a stop reason that is no string", async () => ({ text: "Done.", stopReason: 1 }), /returned an object/],
    ["a promise of an Effect", async () => Effect.succeed("Done."), /returned an object/],
    ["an Effect of an object", () => Effect.succeed({ content: "Done." }), /returned an object/],
    ["an Effect of another major version", () => ({ [Symbol.for("effect/Effect")]: {} }), /another version of effect/],
    ["undefined", () => undefined, /returned undefined/],
    ["a promise of undefined", async () => undefined, /returned undefined/],
    ["null", () => null, /returned null/],
    ["a list", () => ["Done."], /returned an array/],
    ["a number", async () => 42, /returned a number/]
  ])("has no verdict: %s", async (_, drive, sentence) => {
    const one = drives.pipe(trajectory("subset", call(get_weather)))
    const { issues, verdict } = await judged(one, { drive: drive as Drive })
    assert.equal(verdict, "none")
    assert.match(issues[0]?.message ?? "", sentence)
    assert.match(issues[0]?.message ?? "", /^drives, run #1: /)
    assert.match(issues[0]?.hint ?? "", /string/)
  })

  test("has a verdict if the result is an empty string", async () => {
    const one = drives.pipe(trajectory("subset", call(get_weather)))
    assert.equal((await judged(one, { drive: () => "" })).verdict, "pass")
  })
})

const look = (session: Session, tool = "get_weather") => session.call(tool)

describe("an agent that ends with an error after it met an injected fault", () => {
  const throwing: Drive = async (session) => {
    session.say("I look.")
    await look(session)
    throw new Error("no weather")
  }

  test.each<readonly [string, FaultKind, Drive]>([
    ["throws", error("boom"), throwing],
    ["throws after a hang", hang, throwing],
    [
      "breaks on a malformed answer",
      malformed,
      async (session) => {
        const [block] = (await look(session)).content as ReadonlyArray<{ readonly text: string }>
        return String(JSON.parse(block?.text ?? ""))
      }
    ],
    [
      "is an Effect that fails",
      error("boom"),
      (session) =>
        Effect.flatMap(session.callEffect("get_weather"), ({ is_error }) =>
          is_error ? Effect.fail(new Error("no weather")) : Effect.succeed("Done.")
        )
    ],
    [
      "tries another tool that fails too",
      error("boom"),
      async (session) => {
        await look(session)
        await look(session, "nope")
        throw new Error("no weather")
      }
    ]
  ])("fails recovery: it %s", async (_, kind, drive) => {
    const { issues, result, verdict } = await judged(facing(kind), { drive })
    const trace = traceOf(result)
    assert.equal(trace.stop_reason, "error")
    assert.equal(trace.final_response, "")
    assert.equal(trace.faults[0]?.recovered_ms, undefined)
    assert.equal(verdict, "fail")
    assert.match(issues[0]?.message ?? "", /^drives, run #1: the driver failed: ./)
  })

  test.each([
    ["exits with a code other than 0", 3, "fail"],
    ["exits with 0 and prints no text", 0, "fail"]
  ] as const)("fails recovery: a program that %s (this needs curl)", async (_, code, expected) => {
    if (Bun.which("curl") === null) return
    const calls = `curl --silent "$PASSHAT_MCP_URL" --header "Content-Type: application/json" \
      --header "Accept: application/json, text/event-stream" \
      --data '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"weather__get_weather"}}' >/dev/null`
    const command = ["sh", "-c", `${calls}; echo "no weather" >&2; exit ${code}`]
    const { issues, result, verdict } = await judged(facing(error("boom")), { command })
    assert.equal(verdict, expected)
    assert.equal(traceOf(result).stop_reason, code === 0 ? "end_turn" : "error")
    if (code !== 0) assert.match(issues[0]?.message ?? "", /the agent sh exited with code 3, .*no weather/)
  })

  test("does not pass if no gate judges the fault", async () => {
    const blind = drives.pipe(faults(broken(error("boom"))), trajectory("superset", call(get_weather)))
    assert.equal((await judged(blind, { drive: throwing })).verdict, "none")
    const lenient = blind.pipe(runs(1), passRate({ atLeast: 0.1 }))
    assert.equal((await judged(lenient, { drive: throwing })).verdict, "none")
  })

  test.each<readonly [string, Agent<never>, Drive]>([
    [
      "a call has succeeded since",
      facing(error("boom")),
      async (session) => {
        await look(session)
        await look(session, "get_forecast")
        throw new Error("no key")
      }
    ],
    [
      "the call was only slow, and was answered",
      facing(slow(5)),
      async (session) => {
        await look(session)
        throw new Error("no key")
      }
    ],
    [
      "it met no fault",
      facing(error("boom")),
      async (session) => {
        await look(session, "get_forecast")
        throw new Error("no key")
      }
    ]
  ])("has no verdict if %s", async (_, one, drive) => {
    const { issues, result, verdict } = await judged(one, { drive })
    assert.ok("issue" in result)
    assert.equal(verdict, "none")
    assert.equal(issues[0]?.message, "drives, run #1: the driver failed: no key.")
  })

  test("is judged by the calls that it made", async () => {
    const one = facing(error("boom")).pipe(trajectory("strict", call(get_weather), call(get_forecast)))
    const { gates } = await judged(one, { drive: throwing })
    assert.deepEqual(
      gates.map(({ gate, verdict }) => [gate, verdict]),
      [
        ["recovery", "fail"],
        ["trajectory", "fail"]
      ]
    )
  })
})
