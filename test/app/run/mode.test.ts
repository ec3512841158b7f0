import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import { modes, partsAsked } from "../../../src/app/run/mode.ts"
import { isPaid, runModeOf } from "../../../src/engine/services/LiveParts.ts"
import { defaultRunFlags } from "../../../src/app/flags/runFlags.ts"
import type { RunFlags } from "../../../src/app/flags/runFlags.ts"
import { passhatOn, project } from "../project.ts"

const flags = (changes: Partial<RunFlags> = {}): RunFlags => ({ ...defaultRunFlags, ...changes })
const record = (what: "all" | "missing") => flags({ record: what })
const of = (asked: RunFlags, environment = {}) => Effect.runPromise(partsAsked(asked, environment))
const refusal = (asked: RunFlags, environment = {}) => Effect.runPromise(Effect.flip(partsAsked(asked, environment)))

describe("the mode of a run", () => {
  test("is a replay without flags, and otherwise the mode of the flag", async () => {
    assert.deepEqual(await of(flags()), modes["replay"])
    assert.deepEqual(await of(flags(), { PASSHAT_MODE: "auto", CI: "true" }), modes["replay"])
    assert.deepEqual(await of(record("all")), modes["record"])
    assert.deepEqual(await of(record("missing")), modes["record=missing"])
    assert.deepEqual(await of(flags({ liveTools: true })), modes["live-tools"])
    assert.deepEqual(await of(flags({ liveAgent: true })), modes["live-agent"])
    assert.deepEqual(await of(flags({ liveAgent: true, liveTools: true })), modes["live-agent,live-tools"])
    assert.deepEqual(await of(flags(), { PASSHAT_MODE: "live-agent", CI: "true" }), modes["live-agent"])
  })

  test("says which parts are live and what is kept", async () => {
    assert.deepEqual(modes, {
      replay: { model: "recorded", agent: "recorded", tools: "recorded", keep: "nothing" },
      record: { model: "live", agent: "live", tools: "live", keep: "all" },
      "record=missing": { model: "live", agent: "live", tools: "live", keep: "missing" },
      "record=judges": { model: "recorded", agent: "recorded", tools: "recorded", keep: "judges" },
      live: { model: "live", agent: "live", tools: "live", keep: "nothing" },
      "live-tools": { model: "recorded", agent: "recorded", tools: "live", keep: "nothing" },
      "live-agent": { model: "recorded", agent: "live", tools: "recorded", keep: "nothing" },
      "live-agent,live-tools": { model: "recorded", agent: "live", tools: "live", keep: "nothing" }
    })
    const paid = Object.entries(modes).filter(([, parts]) => isPaid(parts))
    assert.deepEqual(
      paid.map(([name]) => name),
      ["record", "record=missing", "record=judges", "live"]
    )
    assert.deepEqual(Object.values(modes).map(runModeOf), [
      "replay",
      "record",
      "record",
      "record",
      "live",
      "live-tools",
      "live-agent",
      "live-agent"
    ])
  })

  test("is overridden by PASSHAT_MODE", async () => {
    assert.deepEqual(await of(flags(), { PASSHAT_MODE: "record=missing" }), modes["record=missing"])
    assert.deepEqual(await of(record("all"), { PASSHAT_MODE: "replay" }), modes["replay"])
    assert.match(
      (await refusal(flags(), { PASSHAT_MODE: "recrod" })).message,
      /PASSHAT_MODE is "recrod"\. Set it to auto, replay,/
    )
  })

  test("records in CI only if --record is given", async () => {
    for (const CI of ["true", "1"]) {
      assert.match((await refusal(flags(), { PASSHAT_MODE: "record", CI })).message, /Give --record as well/)
      assert.deepEqual(await of(record("all"), { PASSHAT_MODE: "record", CI }), modes["record"])
      assert.deepEqual(await of(record("all"), { CI }), modes["record"])
    }
    assert.deepEqual(await of(flags(), { PASSHAT_MODE: "record", CI: "false" }), modes["record"])
  })

  test("is refused if --record and --live-tools are both given", async () => {
    assert.match((await refusal(flags({ liveTools: true, record: "all" }))).message, /exclude each other/)
    assert.match(
      (await refusal(flags({ liveAgent: true, record: "all" }))).message,
      /^--record and --live-agent exclude each other/
    )
  })
})

describe("a suite that sets PASSHAT_MODE while it is loaded", () => {
  const setting = 'process.env["PASSHAT_MODE"] = "live"\n'

  test.each(["suites/weather.ts", "command"])("is refused with one sentence, and nothing is run: %s", (how) => {
    using user = project()
    user.edit("suites/weather.ts", (text) => `${text.replace("const weatherSuite", `${setting}const weatherSuite`)}`)
    assert.ok(user.read("suites/weather.ts").includes(setting))
    const { code, stderr, stdout } =
      how === "command"
        ? passhatOn("bun", ["run", "suites/weather.ts"], { cwd: user.folder })
        : user.run(how, [], { cwd: user.folder })
    assert.deepEqual([code, stdout], [2, ""])
    assert.match(stderr, /^PASSHAT_MODE was set to "live" while the suites were loaded: [^\n]*\n$/)
  })
})

describe("a suite that sets PASSHAT_MODE later", () => {
  // The mode is asked for the second time when it is chosen: as if a timer had set it after the first.
  const later = `const real = process.env
let asked = 0
process.env = new Proxy(real, {
  get: (of, name) => (name === "PASSHAT_MODE" ? (asked++ > 0 ? "record" : undefined) : Reflect.get(of, name)),
  ownKeys: (of) => [...Reflect.ownKeys(of), "PASSHAT_MODE"],
  getOwnPropertyDescriptor: () => ({ value: "record", enumerable: true, configurable: true })
})
`

  test("is run in the mode of the start of the command", () => {
    using user = project()
    user.edit("suites/weather.ts", (text) => text.replace("const weatherSuite", `${later}const weatherSuite`))
    const { code, stderr, stdout } = passhatOn("bun", ["run", "suites/weather.ts"], { cwd: user.folder })
    assert.deepEqual([code, stderr], [0, ""])
    assert.match(stdout, /1 passed/)
  })
})

describe("more runs than fit into memory", () => {
  test("are refused with one sentence", () => {
    const asked = passhatOn("bun", ["run", "suites/weather.ts", "suites/red.ts", "--runs", "1e12"])
    assert.deepEqual([asked.code, asked.stdout], [2, ""])
    assert.equal(
      asked.stderr,
      "1000000000000 runs of each cell are asked for, and 1000000 are the most. Ask for fewer runs.\n"
    )
  })

  test("are refused as runs(n) of a suite, too", () => {
    using user = project()
    user.edit("suites/weather.ts", (text) => text.replace("runs(5)", "runs(2_000_000)"))
    const { code, stdout } = user.run("suites/weather.ts")
    assert.equal(code, 2)
    assert.match(stdout, /runs\(2000000\) is more than 1000000, the most runs of an agent\./)
  })
})
