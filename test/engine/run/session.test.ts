/**
 * What the session gives a user's own agent beside its tools, and what the agent reports of itself through it.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import {
  agent,
  atMost,
  call,
  type Drive,
  driver,
  ending,
  equals,
  expect,
  fault,
  faults,
  hang,
  type McpAddress,
  never,
  recovery,
  server,
  type Session,
  type StepReport,
  subset,
  toolSelection,
  trajectory
} from "passhat"
import { issue } from "../../../src/base/domain/issues.ts"
import type { Trace } from "../../../src/base/domain/trace/Trace.ts"
import { text } from "../../../src/engine/layers/scripted/toolHub.ts"
import { McpEndpoints } from "../../../src/engine/services/Driver.ts"
import { Infrastructure } from "../../../src/engine/services/Infrastructure.ts"
import { ToolHub } from "../../../src/engine/services/ToolHub.ts"
import { weather } from "../../types/servers.ts"
import { aWhile } from "./eventLoop.ts"
import { performing, replayed, resultOf, sunnyTools, traceOf, verdictOn } from "./driven.ts"

const { get_weather } = weather.tools
const task = { servers: [weather], prompt: "p", callTimeout: "1 hour" } as const
const drives = agent("drives", { driver: driver("mine", "1", () => ""), ...task })
const hung = fault("hung", get_weather, hang, { onCall: 1 })
const facing = drives.pipe(faults(hung))

const turnsOf = ({ tool_calls }: Trace) => tool_calls.map(({ turn }) => turn)
const marksOf = ({ faults: marks }: Trace) => marks.map((one) => [one.fault, one.detected_ms, one.recovered_ms])

describe("a session", () => {
  test("has the model as the suite names it, the number of the run and a signal", async () => {
    const two = agent("drives", { driver: driver("mine", "1", () => ""), model: "claude-sonnet-4-5", ...task })
    const drive: Drive = ({ model, run, signal }) => `${model} ${run} ${signal.aborted}`
    assert.equal((await traceOf(two, { drive })).final_response, "claude-sonnet-4-5 1 false")
    assert.equal((await traceOf(drives, { drive })).final_response, "mine 1 false")
  })

  test("has a signal that aborts if the run takes too long, and one that does not if the agent has returned", async () => {
    const signals: Array<AbortSignal> = []
    const drive: Drive = ({ signal }) => {
      signals.push(signal)
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
    }
    const run = await Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(performing(drives, { drive }))
      yield* TestClock.adjust("10 minutes")
      return yield* Fiber.join(fiber)
    }).pipe(Effect.provide(TestClock.layer()), Effect.runPromise)
    assert.match(JSON.stringify(run.outcome), /took longer than 600000 ms/)
    await traceOf(drives, {
      drive: ({ signal }) => {
        signals.push(signal)
        return "Done."
      }
    })
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [true, false]
    )
  })
})

/** Asks for the weather over MCP. */
const asksOverMcp = async ({ headers, url }: McpAddress, timeout = 60_000): Promise<unknown> => {
  const client = new Client({ name: "framework", version: "1" })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  const result = await client.callTool({ name: "weather__get_weather", arguments: { city: "Rome" } }, { timeout })
  await client.close()
  return result.structuredContent
}

describe("the MCP server of a session", () => {
  test("serves the tools to any MCP client, its calls are observed, and it closes with the run", async () => {
    const seen: Array<McpAddress> = []
    const trace = await traceOf(drives, {
      drive: async (session) => {
        const address = await session.mcp
        seen.push(address, await session.mcp)
        const answer = await asksOverMcp(address)
        session.step({ text: "I look.", usage: { input: 10, output: 2 } })
        return JSON.stringify(answer)
      }
    })
    assert.equal(trace.final_response, '{"celsius":21}')
    assert.deepEqual(
      trace.tool_calls.map(({ args, name, server: of, turn }) => [of, name, args, turn]),
      [["weather", "get_weather", { city: "Rome" }, 1]]
    )
    assert.equal(seen[0]?.url, seen[1]?.url)
    await assert.rejects(fetch(seen[0]?.url ?? assert.fail()))
  })

  test("is started once, and only if the driver reads its address", async () => {
    let opened = 0
    const counting = Layer.succeed(McpEndpoints, {
      open: () => Effect.sync(() => ({ url: `http://127.0.0.1/${++opened}`, headers: {} }))
    })
    const tools = Layer.merge(sunnyTools, counting)
    await traceOf(drives, { drive: ({ prompt, tools: offered }) => `${prompt} ${offered.length}` }, tools)
    assert.equal(opened, 0)
    const reading: Drive = async (session) => `${(await session.mcp).url} ${(await session.mcp).url}`
    const { final_response } = await traceOf(drives, { drive: reading }, tools)
    assert.deepEqual([opened, final_response], [1, "http://127.0.0.1/1 http://127.0.0.1/1"])
  })

  test("that cannot be started leaves the run without a verdict, whatever the agent makes of it", async () => {
    const down = new Infrastructure({ issue: issue("INFRASTRUCTURE", "No port is free.", "Free one.") })
    const tools = Layer.merge(sunnyTools, Layer.succeed(McpEndpoints, { open: () => Effect.fail(down) }))
    const drive: Drive = ({ mcp }) => Promise.race([mcp.then(({ url }) => url), new Promise<string>(() => {})])
    const result = await resultOf(drives, { drive }, tools)
    assert.deepEqual("issue" in result && result.issue, down.issue)
  })

  test("closes a call that its client gives up, and the agent that goes on has recovered", async () => {
    const trace = await traceOf(facing, {
      drive: async ({ mcp }) => {
        const address = await mcp
        await asksOverMcp(address, 1_000).catch(() => undefined)
        return JSON.stringify(await asksOverMcp(address))
      }
    })
    assert.equal(trace.final_response, '{"celsius":21}')
    assert.deepEqual(
      trace.tool_results.map(({ timed_out }) => timed_out),
      [true, false]
    )
    assert.ok(trace.faults[0]?.recovered_ms !== undefined, JSON.stringify(trace.faults))
  })
})

/** Gives a call up after a while of its own, and tries again. */
const impatient =
  (patience: number): Drive =>
  async ({ call: ask }) => {
    const first = await ask("get_weather", {}, { signal: AbortSignal.timeout(patience) }).catch(
      (error: Error) => error.name
    )
    const second = await ask("get_weather")
    return `${JSON.stringify(first)} ${second.is_error}`
  }

describe("a call with a signal", () => {
  const recovers = facing.pipe(recovery({ from: hung, maxDetection: "10 seconds" }))

  test("is closed when the signal fires, so that an agent with a timer of its own has recovered", async () => {
    const result = await resultOf(recovers, { drive: impatient(50) })
    assert.ok("trace" in result)
    assert.equal(result.trace.final_response, '"TimeoutError" false')
    assert.match(JSON.stringify(result.trace.tool_results[0]), /The agent stopped waiting after \d+ ms/)
    const [mark] = result.trace.faults
    assert.ok(mark?.detected_ms !== undefined && mark.detected_ms < 10_000)
    assert.ok(mark.recovered_ms !== undefined && mark.recovered_ms >= mark.detected_ms)
    assert.equal(verdictOn(recovers, result).verdict, "pass")
  })

  test("ends before the next call begins, also if the server takes a while to cancel it", async () => {
    let made = 0
    const tools = Layer.succeed(ToolHub, {
      open: () =>
        Effect.succeed({
          tools: [{ server: "weather", name: "get_weather", input_schema: {} }],
          servers: [],
          call: () =>
            made++ > 0
              ? Effect.succeed(text("sunny"))
              : Effect.onInterrupt(Effect.never, () => Effect.promise(() => aWhile()))
        })
    })
    const drive: Drive = async ({ call: ask }) => {
      const controller = new AbortController()
      const first = ask("get_weather", {}, { signal: controller.signal }).catch(() => undefined)
      await aWhile()
      controller.abort()
      await Promise.all([first, ask("get_weather")])
      return "Done."
    }
    const trace = await traceOf(drives, { drive }, tools)
    assert.equal(trace.faults[0]?.recovered_through?.[0]?.name, "get_weather")
  })

  test("is not made if the signal has fired before", async () => {
    const trace = await traceOf(drives, {
      drive: async ({ call: ask }) => {
        const reason = new Error("too late")
        const signal = AbortSignal.abort(reason)
        return ask("get_weather", {}, { signal }).then(
          () => "answered",
          (error: unknown) => String(error === reason)
        )
      }
    })
    assert.deepEqual([trace.final_response, trace.tool_calls], ["true", []])
  })

  test("that is answered in time is answered", async () => {
    const signal = new AbortController().signal
    const drive: Drive = async ({ call: ask }) => String((await ask("get_weather", {}, { signal })).is_error)
    assert.equal((await traceOf(drives, { drive })).final_response, "false")
  })

  test("in virtual time is closed at the moment of the agent's own timer", async () => {
    const drive: Drive = ({ callEffect }) =>
      callEffect("get_weather").pipe(
        Effect.timeout("2 seconds"),
        Effect.retry({ times: 1 }),
        Effect.map(({ is_error }) => String(is_error))
      )
    assert.deepEqual(marksOf(await traceOf(facing, { drive })), [["hung", 2_000, 2_000]])
  })
})

const stepping =
  (...deeds: ReadonlyArray<string | StepReport>): Drive =>
  async (session: Session) => {
    for (const deed of deeds) {
      if (typeof deed === "string") await session.call(deed)
      else session.step(deed)
    }
    return "Done."
  }
const [asks, forecasts] = ["get_weather", "get_forecast"]
const tokens = (input: number, output: number) => ({ usage: { input, output } })

describe("a step that is reported after its calls", () => {
  test("has the calls since the step before, and the last step is the final response", async () => {
    const trace = await traceOf(drives, {
      drive: stepping(
        asks,
        forecasts,
        { text: "I look.", ...tokens(10, 1), stopReason: "tool-calls" },
        asks,
        { ...tokens(20, 2), stopReason: "tool-calls" },
        { text: "It is sunny.", ...tokens(30, 3), stopReason: "stop" }
      )
    })
    assert.deepEqual(turnsOf(trace), [1, 1, 2])
    assert.deepEqual(trace.conversation, {
      tokens: { input: 60, output: 6, total: 66 },
      turns: [
        { role: "user", content: "p" },
        { role: "assistant", content: "I look." },
        { role: "assistant", content: "" },
        { role: "assistant", content: "It is sunny." }
      ]
    })
    assert.equal(trace.stop_reason, "end_turn")
  })

  test("is followed by the final response if the last step made calls", async () => {
    const trace = await traceOf(drives, { drive: stepping(asks, { text: "I look." }, asks, { text: "Again." }) })
    assert.deepEqual(turnsOf(trace), [1, 2])
    assert.deepEqual(
      trace.conversation.turns.map(({ content }) => content),
      ["p", "I look.", "Again.", "Done."]
    )
  })

  test("has no known turn if steps are reported together, unless they say how many calls they made", async () => {
    const look = { text: "I look." }
    assert.deepEqual(turnsOf(await traceOf(drives, { drive: stepping(asks, asks, look, look, {}) })), [
      undefined,
      undefined
    ])
    const counted = stepping(asks, asks, { ...look, calls: 1 }, { ...look, calls: 1 }, { calls: 0 })
    assert.deepEqual(turnsOf(await traceOf(drives, { drive: counted })), [1, 2])
  })

  test.each<readonly [string, ReadonlyArray<StepReport>, string]>([
    ["length", [{ stopReason: "length" }], "max_tokens"],
    ["content-filter", [{ stopReason: "content-filter" }], "refusal"],
    ["a word of its own", [{ stopReason: "paused" }], "paused"],
    ["nothing", [{ stopReason: "" }], "end_turn"],
    ["a reason of an earlier step only", [{ stopReason: "length" }, { text: "x" }], "end_turn"]
  ])("gives the run its stop reason: %s", async (_, steps, expected) => {
    assert.equal((await traceOf(drives, { drive: stepping(...steps) })).stop_reason, expected)
  })

  test("does not decide the stop reason if the driver returns one", async () => {
    const drive: Drive = async ({ step }) => {
      step({ text: "Done.", stopReason: "stop" })
      return { text: "Done.", stopReason: "max_turns" }
    }
    const trace = await traceOf(drives, { drive })
    assert.deepEqual([trace.final_response, trace.stop_reason], ["Done.", "max_turns"])
  })

  test.each<readonly [string, ReadonlyArray<StepReport>]>([
    ["a step has none", [tokens(10, 1), { text: "x" }]],
    ["a step has zeros", [tokens(10, 1), tokens(0, 0)]],
    ["they are all zeros", [tokens(0, 0)]],
    ["a framework gives NaN", [tokens(NaN, 3)]],
    ["a part is undefined", [{ usage: { input: 10, output: undefined } }]],
    ["a part is negative", [tokens(10, -1)]]
  ])("leaves the tokens of the run unrecorded if %s", async (_, steps) => {
    const capped = drives.pipe(toolSelection(get_weather, { minSelectionRate: 1, maxTotalTokens: 1_000 }))
    const result = await resultOf(capped, { drive: stepping(asks, ...steps) })
    assert.ok("trace" in result)
    assert.equal(result.trace.conversation.tokens, undefined)
    assert.equal(verdictOn(capped, result).verdict, "none")
  })

  test("may leave the tokens to a report of the whole run", async () => {
    const drive: Drive = async (session) => {
      session.step({ text: "Done." })
      session.usage({ input: 7, output: 2 })
      return "Done."
    }
    assert.deepEqual((await traceOf(drives, { drive })).conversation.tokens, { input: 7, output: 2, total: 9 })
  })
})

describe("a call of the agent's own tools", () => {
  const own = { name: "read_file", args: { path: "a.txt" }, result: "words" }
  const drive = stepping(
    asks,
    { text: "I look.", ownCalls: [own, { name: "think", args: { about: "rain" } }] },
    asks,
    { ownCalls: [{ name: "add", result: { sum: 3 }, isError: true }] },
    { text: "Done." }
  )

  test("is in the trace with the server agent, in the turn of its step", async () => {
    const trace = await traceOf(drives, { drive })
    assert.deepEqual(
      trace.tool_calls.map(({ id, name, server: of, turn }) => [id, of, name, turn]),
      [
        ["c1", "weather", "get_weather", 1],
        ["own1", "agent", "read_file", 1],
        ["own2", "agent", "think", 1],
        ["c2", "weather", "get_weather", 2],
        ["own3", "agent", "add", 2]
      ]
    )
    assert.deepEqual(
      trace.tool_results.filter(({ call_id }) => call_id.startsWith("own")),
      [
        { call_id: "own1", is_error: false, content: [{ type: "text", text: "words" }], timed_out: false },
        { call_id: "own2", missing: true },
        {
          call_id: "own3",
          is_error: true,
          content: [{ type: "text", text: '{"sum":3}' }],
          structured: { sum: 3 },
          timed_out: false
        }
      ]
    )
  })

  test("with the name of a server's tool satisfies no gate on that tool, and breaks none", async () => {
    const pretends = stepping(
      { ownCalls: [{ name: "get_weather", args: { city: "Rome" }, result: "sunny" }] },
      { text: "Done." }
    )
    for (const [one, expected] of [
      [drives.pipe(toolSelection(get_weather, { minSelectionRate: 1 })), "fail"],
      [drives.pipe(trajectory("subsequence", call(get_weather, subset({ city: "Rome" })))), "fail"],
      [drives.pipe(never(get_weather)), "pass"]
    ] as const) {
      assert.equal(verdictOn(one, await resultOf(one, { drive: pretends })).verdict, expected)
    }
  })

  test("does not count as the recovery from a fault", async () => {
    const pretends = stepping(asks, { ownCalls: [{ name: "get_weather", result: "sunny" }] }, { text: "Done." })
    const brief = agent("drives", { driver: driver("mine", "1", () => ""), ...task, callTimeout: "5 millis" })
    const trace = await traceOf(brief.pipe(faults(hung)), { drive: pretends })
    assert.equal(trace.faults[0]?.recovered_ms, undefined)
  })

  test("has no verdict if a server of the suite has the name agent", async () => {
    const named = server("agent", { command: ["none"], tools: {} })
    const one = agent("drives", { driver: driver("mine", "1", () => ""), servers: [named], prompt: "p" }).pipe(
      expect("stop_reason", equals("end_turn"))
    )
    const result = await resultOf(one, { drive: stepping({ ownCalls: [own] }) })
    assert.ok("issue" in result)
    assert.match(result.issue.message, /^drives: the agent reports calls of its own tools, .* "agent"/)
  })

  test("is kept as text if its arguments or its result are no JSON", async () => {
    const loop: { [key: string]: unknown } = {}
    loop["self"] = loop
    const odd = { name: "odd", args: loop as never, result: 1n as never }
    const trace = await traceOf(drives, { drive: stepping({ ownCalls: [odd] }) })
    assert.deepEqual(trace.tool_calls[0]?.args, { INVALID_JSON: "[object Object]" })
    assert.deepEqual(trace.tool_results[0]?.content, [{ type: "text", text: "1" }])
  })
})

describe("a driver that is an Effect with real work", () => {
  const request = Effect.promise(() => new Promise<string>((resolve) => setTimeout(() => resolve("Done."), 30)))

  test("has no verdict if its timeout fires on the virtual clock, and the message names external", async () => {
    for (const one of [drives, facing]) {
      const drive: Drive = (session) =>
        Effect.andThen(
          one === facing ? session.callEffect("get_weather") : Effect.void,
          Effect.timeout(request, "1 hour")
        )
      const judged = one.pipe(ending({ stop_reason: equals("end_turn"), last_call_failed: atMost(0) }))
      const result = await resultOf(judged, { drive })
      assert.ok("issue" in result)
      assert.match(result.issue.message, /timed out.*The timeout fired on the virtual clock\.$/)
      assert.match(result.issue.hint, /external\(\.\.\.\).*clock: "wall"/)
    }
  })

  test("keeps its own words if the timeout cut off a call or a sleep", async () => {
    const slow: Drive = ({ callEffect }) =>
      Effect.as(
        Effect.timeout(Effect.forever(Effect.andThen(callEffect("get_weather"), Effect.sleep(1_000))), 2_500),
        ""
      )
    const result = await resultOf(drives, { drive: slow })
    assert.ok("issue" in result)
    assert.doesNotMatch(result.issue.message, /virtual clock/)
    const hangs: Drive = ({ callEffect }) => Effect.as(Effect.timeout(callEffect("get_weather"), 2_500), "")
    const met = await resultOf(facing.pipe(recovery({ from: hung, maxDetection: "3 seconds" })), { drive: hangs })
    assert.ok("trace" in met)
    assert.equal(met.trace.stop_reason, "error")
  })

  test("may ask for the wall clock", async () => {
    const drive: Drive = () => Effect.timeout(request, "1 hour")
    assert.equal(driver("mine", "1", drive, { clock: "wall" }).clock, "wall")
    const trace = await traceOf(drives, { drive, clock: "wall" })
    assert.deepEqual([trace.final_response, trace.clock.kind], ["Done.", "wall"])
  })
})

describe("a run that is interrupted", () => {
  test("aborts its signal", async () => {
    const seen: Array<boolean> = []
    await Effect.gen(function* () {
      const begun = yield* Deferred.make<AbortSignal>()
      const drive: Drive = ({ signal }) =>
        Effect.andThen(Deferred.succeed(begun, signal), Effect.never as Effect.Effect<string>)
      const fiber = yield* Effect.forkChild(performing(drives, { drive }))
      const signal = yield* Deferred.await(begun)
      seen.push(signal.aborted)
      yield* Fiber.interrupt(fiber)
      seen.push(signal.aborted)
    }).pipe(Effect.runPromise)
    assert.deepEqual(seen, [false, true])
  })
})

test("a replay of a run with steps has the same trace as the run", async () => {
  const run = await Effect.runPromise(performing(drives, { drive: stepping(asks, { ownCalls: [{ name: "x" }] }, {}) }))
  const again = replayed(drives, run)
  assert.ok("trace" in again)
  assert.deepEqual(again.trace, run.trace)
})
