/**
 * Two copies of effect in one process: the one that the bundle carries, and the user's own.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { unpacked, unpackedProject } from "./tarball.ts"

setDefaultTimeout(60_000)

/** A driver with a timeout and a retry of the user's own effect, on a call that is made to hang once. */
const drivers = (door: string): string => `
import * as Effect from "effect/Effect"
import { agent, call, driver, equals, expect, fault, faults, main, recoverAfter, subset, suite, trajectory } from "${door}"
import { weather } from "./servers/weather.ts"

const { get_weather } = weather.tools
const patient = driver("patient", "1", ({ callEffect, prompt }) =>
  callEffect("weather/get_weather", { city: prompt }).pipe(
    Effect.timeout("2 seconds"),
    Effect.retry({ times: 1 }),
    Effect.map(({ is_error }) => (is_error ? "I found nothing." : "It is clear.")),
    Effect.orElseSucceed(() => "I gave up.")
  )
)
const mine = suite(
  "mine",
  agent("asks", { driver: patient, servers: [weather], prompt: "Sacramento" }).pipe(
    faults(fault("slow start", get_weather, recoverAfter(1))),
    trajectory("strict", call(get_weather, subset({})), call(get_weather, subset({}))),
    expect("tool_results[1].is_error", equals(false)),
    expect("clock.virtual_ms", equals(2000))
  )
)
export default mine
await main(import.meta, mine)
`

describe.each(["passhat", "passhat/effect"])(
  "a driver that is an Effect of the user's copy of effect, in a suite of %s",
  (door) => {
    test("runs in virtual time, is recorded, and replays", () => {
      using user = unpackedProject()
      user.write("suites/mine.ts", drivers(door))
      const recorded = user.run("bun", "suites/mine.ts", "--record")
      assert.equal(recorded.status, 0, recorded.stdout + recorded.stderr)
      const replayed = user.run("bun", "suites/mine.ts")
      assert.equal(replayed.status, 0, replayed.stdout)
      // layers.test.ts has the other door on these two.
      for (const on of door === "passhat/effect" ? (["deno", "node"] as const) : [])
        assert.deepEqual(user.run(on, "suites/mine.ts"), replayed)
    })
  }
)

/** Tools of every kind that a catalogue is made of. */
const catalogue = (door: string, schemas: string): string => `
import { agent, equals, expect, main, runs, server, suite } from "${door}"
${schemas}
const tools = {
  checks: Schema.Struct({ city: Schema.String.check(Schema.isMinLength(2), Schema.isPattern(/^S/u)) }),
  numbers: Schema.Struct({ days: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 7 }))) }),
  unions: Schema.Union([Schema.Struct({ a: Schema.Finite }), Schema.Struct({ b: Schema.NullOr(Schema.Boolean) })]),
  lists: Schema.Struct({ all: Schema.Array(Schema.Literals(["a", "b"])), any: Schema.Record(Schema.String, Schema.Json) }),
  named: Schema.Struct({ it: Schema.Struct({ x: Schema.Tuple([Schema.String]) }).annotate({ identifier: "It" }) }),
  nested: Schema.Struct({ later: Schema.suspend(() => Schema.Struct({ z: Schema.NonEmptyString })) })
}
const mine = suite(
  "mine",
  agent("asks", { model: "claude-m", servers: [server("s", { command: ["s"], tools })], prompt: "p" }).pipe(
    runs(2),
    expect("stop_reason", equals("end_turn"))
  )
)
export default mine
await main(import.meta, mine)
`

test("a catalogue of schemas of the user's copy of effect gives the same plan", () => {
  using user = unpackedProject()
  user.write("suites/ours.ts", catalogue("passhat", `import { Schema } from "passhat/schema"`))
  user.write("suites/own.ts", catalogue("passhat", `import * as Schema from "effect/Schema"`))
  user.write("suites/shared.ts", catalogue("passhat/effect", `import * as Schema from "effect/Schema"`))
  const ours = user.run("bun", "suites/ours.ts", "--plan")
  assert.equal(ours.status, 0, ours.stderr)
  const planned = { ...ours, stdout: ours.stdout.replaceAll("ours.ts", "it.ts") }
  for (const [on, file] of [
    ["bun", "own.ts"],
    ["node", "own.ts"],
    ["bun", "shared.ts"]
  ] as const) {
    const plan = user.run(on, `suites/${file}`, "--plan")
    assert.deepEqual({ ...plan, stdout: plan.stdout.replaceAll(file, "it.ts") }, planned)
  }
})

test("schemas of the user's copy of effect and of passhat/effect can be nested in each other", () => {
  using user = unpacked()
  user.write(
    "compose.ts",
    `import assert from "node:assert/strict"
     import * as Own from "effect/Schema"
     import { Schema } from "passhat/effect"
     const City = Schema.Struct({ city: Own.String.check(Own.isMinLength(2)), days: Schema.optionalKey(Own.Int) })
     assert.deepEqual(Own.decodeUnknownSync(City)({ city: "Sacramento" }), { city: "Sacramento" })
     assert.throws(() => Schema.decodeUnknownSync(City)({ city: "S" }))`
  )
  const { status, stderr } = spawnSync(process.execPath, ["run", "compose.ts"], { cwd: user.folder, encoding: "utf8" })
  assert.equal(status, 0, stderr)
})
