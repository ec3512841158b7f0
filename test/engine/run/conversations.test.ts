/**
 * Conversations whose user is a function or a model, with the built-in agent and with drivers.
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
  during,
  equals,
  error,
  expect,
  fault,
  faults,
  image,
  never,
  type SaysNext,
  simulatedUser,
  type SimulatedUserOptions,
  subset,
  suite,
  trajectory,
  turns
} from "passhat"
import { userCodesOf } from "../../../src/app/suites/suiteCode.ts"
import type { CellVerdict, RunVerdict } from "../../../src/base/domain/verdict/Verdict.ts"
import { boundGates } from "../../../src/engine/judge/judge.ts"
import { cellJudge } from "../../../src/engine/judge/judgeCell.ts"
import * as Budget from "../../../src/engine/layers/live/budget.ts"
import { text } from "../../../src/engine/layers/scripted/toolHub.ts"
import * as ScriptedModel from "../../../src/engine/layers/scripted/model.ts"
import type { ScriptedTurn } from "../../../src/engine/layers/scripted/model.ts"
import * as ScriptedTools from "../../../src/engine/layers/scripted/toolHub.ts"
import { execute } from "../../../src/engine/run/execute.ts"
import { UserCodes } from "../../../src/engine/services/Driver.ts"
import { nothingRecorded } from "../../cells.ts"
import { compiledOf } from "../../suites.ts"
import { weather } from "../../types/servers.ts"

const { get_weather } = weather.tools
const options = { servers: [weather], prompt: "Is it warm in Sacramento?" } as const
const asks = agent("asks", { model: "claude-m", ...options })
const END = "[END OF CONVERSATION]"

interface World {
  /** What the agent's model answers. */
  readonly agent?: ReadonlyArray<ScriptedTurn>
  /** What the model answers that plays the user. */
  readonly user?: ReadonlyArray<string | ScriptedTurn>
  readonly tokens?: number
}

/** Performs one run and judges it as a replay would. */
const judged = async (one: Agent<never>, world: World = {}): Promise<CellVerdict> => {
  const made = suite("s", one)
  const compiled = compiledOf(made)
  const model = ScriptedModel.layer(({ id }) => ({
    turns: id.endsWith("#user")
      ? (world.user ?? []).map((turn) =>
          typeof turn === "string" ? { text: turn, usage: { input: 7, output: 3 } } : turn
        )
      : (world.agent ?? [])
  }))
  const layers = Layer.mergeAll(
    model,
    ScriptedTools.layer({ weather: { get_weather: () => text("sunny") } }),
    nothingRecorded,
    Layer.succeed(UserCodes, userCodesOf(made, compiled.plan)),
    ...(world.tokens === undefined ? [] : [Budget.layer(world.tokens)])
  )
  const { cells } = await execute(compiled.plan, {
    concurrency: 1,
    stop: Effect.never,
    sink: (cell) =>
      cellJudge(cell, boundGates(cell, compiled), { means: {}, traces: true, says: compiled.says.get(cell.id) })
  }).pipe(Effect.provide(layers), Effect.runPromise)
  return cells[0] ?? assert.fail("there is a cell")
}

const runOf = async (one: Agent<never>, world?: World): Promise<RunVerdict> =>
  (await judged(one, world)).runs[0] ?? assert.fail("there is a run")

const saidIn = ({ trace }: RunVerdict): ReadonlyArray<string> =>
  (trace?.conversation.turns ?? []).map(({ content, role }) => `${role}: ${content}`)

const looks = (city: string): ReadonlyArray<ScriptedTurn> => [
  { calls: [{ server: "weather", name: "get_weather", args: { city } }], usage: { input: 10, output: 5 } },
  { text: `It is warm in ${city}.`, usage: { input: 10, output: 5 } }
]
const looksAt = (city: string) => trajectory("strict", call(get_weather, subset({ city })))

describe("a function that speaks for the user", () => {
  const says = (said: unknown) => asks.pipe(turns(said as SaysNext), during(2, never(get_weather)))
  const warm = [...looks("Sacramento"), { text: "Bye." }]

  test("receives the trace so far", async () => {
    const seen: Array<unknown> = []
    const run = await runOf(
      says((trace: unknown) => {
        seen.push(trace)
        return "Bye."
      }),
      { agent: warm }
    )
    assert.equal(run.verdict, "pass", JSON.stringify(run.issues))
    const [live, replayed] = seen
    assert.deepEqual(live, {
      conversation: {
        turns: [
          { role: "user", content: "Is it warm in Sacramento?" },
          { role: "assistant", content: "" },
          { role: "assistant", content: "It is warm in Sacramento." }
        ]
      },
      final_response: "It is warm in Sacramento.",
      tool_calls: [{ args: { city: "Sacramento" }, id: "c1", name: "get_weather", server: "weather", turn: 1 }],
      tool_results: [{ call_id: "c1", content: [{ text: "sunny", type: "text" }], is_error: false, timed_out: false }]
    })
    assert.equal(JSON.stringify(replayed), JSON.stringify(live))
  })

  test.each([
    ["returns a number", () => 7, /run #1: the function for message 2 of the user returned 7, and not the words/],
    ["returns a promise", async () => "Bye.", /returned an object, and not the words of the user/],
    ["returns no words", () => " ", /returned a text without words/],
    ["throws", () => JSON.parse("{"), /the function for message 2 of the user threw /]
  ])("has no verdict if it %s", async (_, said, message) => {
    const run = await runOf(says(said), { agent: warm })
    assert.equal(run.verdict, "none")
    assert.match(run.issues[0]?.message ?? "", message)
  })

  test("has no verdict if it says something else on the same trace", async () => {
    let asked = 0
    const run = await runOf(
      says(() => `Bye ${++asked}.`),
      { agent: warm }
    )
    assert.equal(run.verdict, "none")
    assert.equal(run.issues[0]?.code, "DIVERGED")
    assert.match(run.issues[0]?.message ?? "", /now says "Bye 2\.", and said "Bye 1\." in the recording/)
  })

  test("cannot change what is judged", async () => {
    const one = asks.pipe(
      turns(({ tool_calls }) => {
        Object.assign(tool_calls[0]?.args ?? {}, { city: "Rome" })
        return "Bye."
      }),
      during(1, looksAt("Sacramento"))
    )
    assert.equal((await judged(one, { agent: warm })).verdict, "pass")
  })

  test("is not asked once the agent has used up its answers", async () => {
    const one = agent("asks", { model: "claude-m", ...options, maxTurns: 2 }).pipe(
      turns(() => assert.fail("not asked")),
      expect("stop_reason", equals("max_turns"))
    )
    assert.equal((await judged(one, { agent: warm })).verdict, "pass")
  })
})

describe("a simulated user", () => {
  const goal = "You want to know where it is warm."
  const plays = (more: Partial<SimulatedUserOptions> = {}) =>
    asks.pipe(
      simulatedUser({ model: "claude-user", goal, maxTurns: 2, ...more }),
      during(1, looksAt("Sacramento")),
      during(2, looksAt("Davis"))
    )
  const agentSays = [...looks("Sacramento"), ...looks("Davis"), { text: "Bye.", usage: { input: 1, output: 1 } }]

  test("talks until it ends the conversation, and its tokens are counted apart", async () => {
    const run = await runOf(plays(), { agent: agentSays, user: [" And in Davis? ", "Thanks.", END] })
    assert.equal(run.verdict, "pass", JSON.stringify(run))
    assert.deepEqual(saidIn(run), [
      "user: Is it warm in Sacramento?",
      "assistant: ",
      "assistant: It is warm in Sacramento.",
      "user: And in Davis?",
      "assistant: ",
      "assistant: It is warm in Davis.",
      "user: Thanks.",
      "assistant: Bye."
    ])
    assert.equal(run.trace?.stop_reason, "end_turn")
    assert.deepEqual(run.trace?.conversation.tokens, { input: 41, output: 21, total: 62 })
    assert.deepEqual(run.trace?.conversation.user_tokens, { input: 21, output: 9, total: 30 })
  })

  test("leaves a part that was not reached without a verdict", async () => {
    const run = await runOf(plays(), { agent: agentSays, user: [`That is all. ${END}`] })
    assert.equal(run.verdict, "none")
    assert.match(JSON.stringify(run.checks), /the run has no answer to message 2 of its user/)
    assert.equal(run.trace?.conversation.turns.length, 3)
  })

  test("may end the conversation after the last answer that the agent has", async () => {
    const one = agent("asks", { model: "claude-m", ...options, maxTurns: 3 }).pipe(
      simulatedUser({ model: "claude-user", goal, maxTurns: 2 }),
      expect("stop_reason", equals("end_turn"))
    )
    const bye = { text: "Bye." }
    assert.equal((await judged(one, { agent: [bye, bye, bye], user: ["A", "B", END] })).verdict, "pass")
  })

  test.each<readonly [string, World["user"] & {}, Partial<SimulatedUserOptions>, RegExp]>([
    ["says that it is a model", ["As an AI, I cannot travel."], {}, /left its role: it said "As an AI", in message 2/],
    ["speaks as the assistant", ["How can I help you today?"], {}, /left its role: it said "How can I help"/],
    ["talks of the play", ["And in Davis?", "My persona is in a hurry."], {}, /it said "My persona", in message 3/],
    ["gives away the answer", ["Is it 21  Degrees?"], { neverSays: ["21 degrees"] }, /gave away "21 degrees" before/],
    ["does not stop", ["And in Davis?", "Thanks.", "Thanks."], {}, /did not end the conversation within 2 messages/],
    ["says nothing", [" "], {}, /said nothing/],
    ["is cut off", [{ text: "And", stop_reason: "max_tokens" }], { maxTokens: 1 }, /was cut off after 1 tokens/],
    ["refuses", [{ text: "", stop_reason: "refusal" }], {}, /refused to go on/]
  ])("that %s spoils the run, which has no verdict", async (_, user, more, message) => {
    const run = await runOf(plays(more), { agent: agentSays, user })
    assert.equal(run.verdict, "none")
    assert.equal(run.issues[0]?.code, "SPOILT_BY_USER")
    assert.match(run.issues[0]?.message ?? "", message)
    assert.match(run.issues[0]?.message ?? "", /^asks, run #1: the simulated user .* This says nothing of the agent\.$/)
  })

  test("may say what the agent has said before", async () => {
    const one = asks.pipe(
      simulatedUser({ model: "claude-user", goal, neverSays: ["is warm"] }),
      expect("stop_reason", equals("end_turn"))
    )
    const world = { agent: [...looks("Sacramento"), { text: "Bye." }], user: ["It is warm? Good.", END] }
    assert.equal((await judged(one, world)).verdict, "pass")
  })

  test("spends from the same budget", async () => {
    const { runs, verdict } = await judged(plays({ maxTokens: 500 }), {
      agent: agentSays,
      user: ["And in Davis?", "Thanks.", END],
      tokens: 4_096 + 79
    })
    assert.equal(verdict, "none")
    assert.equal(runs[0]?.issues[0]?.code, "BUDGET")
  })
})

describe("the conversation of a driver", () => {
  const talks = (drive: Drive, more: Partial<Parameters<typeof driver>[3]> = {}) =>
    agent("drives", { driver: driver("mine", "1", drive, more), ...options })
  const cityIn = (prompt: string): string => /in (\w+)\?/.exec(prompt)?.[1] ?? "nowhere"

  test("calls the driver for each message, with what was said and what it keeps", async () => {
    const seen: Array<unknown> = []
    const one = talks(async ({ call: look, memory, messages, prompt, step }) => {
      seen.push([prompt, messages, memory["cities"]])
      const city = cityIn(prompt)
      memory["cities"] = [...((memory["cities"] as ReadonlyArray<string>) ?? []), city]
      if (city !== "nowhere") await look("get_weather", { city })
      step({ text: `I look at ${city}.`, usage: { input: 2, output: 1 } })
      return `It is warm in ${city}.`
    }).pipe(
      turns("And in Davis?", ({ final_response, tool_calls }) => `${final_response} ${tool_calls.length}, thanks.`),
      during(1, looksAt("Sacramento")),
      during(2, looksAt("Davis")),
      during(3, never(get_weather), expect("stop_reason", equals("end_turn")))
    )
    const run = await runOf(one)
    assert.equal(run.verdict, "pass", JSON.stringify(run))
    const before = [
      { role: "user", content: "Is it warm in Sacramento?" },
      { role: "assistant", content: "It is warm in Sacramento." }
    ]
    assert.deepEqual(seen, [
      ["Is it warm in Sacramento?", [], undefined],
      ["And in Davis?", before, ["Sacramento"]],
      [
        "It is warm in Davis. 2, thanks.",
        [...before, { role: "user", content: "And in Davis?" }, { role: "assistant", content: "It is warm in Davis." }],
        ["Sacramento", "Davis"]
      ]
    ])
    assert.deepEqual(
      run.trace?.conversation.turns.map(({ calls_before, role }) => [role, calls_before]),
      [
        ["user", undefined],
        ["assistant", undefined],
        ["assistant", undefined],
        ["user", 1],
        ["assistant", undefined],
        ["assistant", undefined],
        ["user", 2],
        ["assistant", undefined]
      ]
    )
    assert.deepEqual(
      run.trace?.tool_calls.map(({ id, turn }) => [id, turn]),
      [
        ["c1", 1],
        ["c2", 3]
      ]
    )
    assert.deepEqual(run.trace?.conversation.tokens, { input: 6, output: 3, total: 9 })
  })

  test("has its parts also where the turns of calls are not known", async () => {
    const one = talks(async ({ call: look, prompt }) => {
      await look("get_weather", { city: cityIn(prompt) })
      return "Warm."
    }).pipe(turns("And in Davis?"), during(1, looksAt("Sacramento")), during(2, looksAt("Davis")))
    const run = await runOf(one)
    assert.equal(run.verdict, "pass", JSON.stringify(run))
    assert.ok(run.trace?.tool_calls.every(({ turn }) => turn === undefined))
  })

  test("numbers the calls of the agent's own tools through", async () => {
    const one = talks(({ step }) => {
      step({ text: "I note it.", ownCalls: [{ name: "note", result: "ok" }] })
      return "Noted."
    }).pipe(turns("Again."), during(2, expect("tool_calls[0].id", equals("own2"))))
    const run = await runOf(one)
    assert.equal(run.verdict, "pass", JSON.stringify(run))
  })

  test("ends where the agent did not end its turn", async () => {
    const one = talks(() => ({ text: "It is", stopReason: "length" })).pipe(
      turns("And?"),
      during(2, never(get_weather))
    )
    const run = await runOf(one)
    assert.equal(run.verdict, "none")
    assert.deepEqual(saidIn(run), ["user: Is it warm in Sacramento?", "assistant: It is"])
  })

  test("may be an Effect on the virtual clock, whose simulated user takes no time of it", async () => {
    const one = talks(({ prompt }) => Effect.as(Effect.sleep("3 seconds"), `You said: ${prompt}`)).pipe(
      simulatedUser({ model: "claude-user", goal: "You want to talk." }),
      expect("clock.virtual_ms", equals(6_000))
    )
    const { runs } = await judged(one, { user: ["Go on.", END] })
    const [run] = runs
    assert.equal(run?.verdict, "pass", JSON.stringify(run))
    assert.equal(run?.trace?.final_response, "You said: Go on.")
    assert.deepEqual(run?.trace?.conversation.user_tokens, { input: 14, output: 6, total: 20 })
    assert.equal(run?.trace?.conversation.tokens, undefined)
  })

  test.each([
    ["returns nothing", () => undefined, /the driver returned undefined/],
    ["throws", () => Promise.reject(new Error("no key")), /the driver failed: no key/]
  ])("has no verdict if the driver %s for a later message", async (_, later, message) => {
    const one = talks(({ messages }) => (messages.length === 0 ? "Warm." : (later() as never)))
    const run = await runOf(one.pipe(turns("And in Davis?"), during(1, never(get_weather))))
    assert.equal(run.verdict, "none")
    assert.match(run.issues[0]?.message ?? "", message)
  })

  test("is judged if the driver ends with an error after a fault in a later part", async () => {
    const broken = fault("broken", get_weather, error("down"), { onCall: 1 })
    const one = talks(async ({ call: look, messages }) => {
      if (messages.length === 0) return "Hello."
      await look("get_weather", { city: "Davis" })
      return Promise.reject(new Error("gave up"))
    }).pipe(faults(broken), turns("And in Davis?"), during(2, expect("tool_calls", equals([]) as never)))
    const run = await runOf(one as never)
    assert.notEqual(run.verdict, "pass")
    assert.equal(run.trace?.error, "the driver failed: gave up.")
    assert.equal(run.trace?.conversation.turns.filter(({ role }) => role === "user").length, 2)
  })

  test("gives the driver the images of each message", async () => {
    const pixel = image(import.meta, "../../app/live/images/pixel.png")
    const one = agent("drives", {
      servers: [weather],
      prompt: ["What is it?", pixel],
      driver: driver("mine", "1", ({ images }) => JSON.stringify(images), { images: true })
    }).pipe(turns("And now?", ["And these?", pixel, pixel]), during(1, never(get_weather)))
    const run = await runOf(one)
    const sent = JSON.stringify({ type: "image/png", data: pixel.base64 })
    assert.deepEqual(
      saidIn(run).filter((line) => line.startsWith("assistant")),
      [`assistant: [${sent}]`, "assistant: []", `assistant: [${sent},${sent}]`]
    )
  })

  test("is spoilt by its simulated user as any other", async () => {
    const one = talks(() => "Hello.").pipe(
      simulatedUser({ model: "claude-user", goal: "You want to talk." }),
      during(1, never(get_weather))
    )
    const run = await runOf(one, { user: ["I am a chatbot."] })
    assert.equal(run.issues[0]?.code, "SPOILT_BY_USER")
  })
})
