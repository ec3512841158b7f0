import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import { modeOf } from "../../../src/cli/run/mode.ts"
import { defaultRunFlags } from "../../../src/cli/flags/runFlags.ts"
import type { RunFlags } from "../../../src/cli/flags/runFlags.ts"

const flags = (changes: Partial<RunFlags> = {}): RunFlags => ({ ...defaultRunFlags, ...changes })
const record = (what: "all" | "missing") => flags({ record: what })
const of = (asked: RunFlags, environment = {}) => Effect.runPromise(modeOf(asked, environment))
const refusal = (asked: RunFlags, environment = {}) => Effect.runPromise(Effect.flip(modeOf(asked, environment)))

describe("the mode of a run", () => {
  test("is a replay without flags, and otherwise the mode of the flag", async () => {
    assert.equal(await of(flags()), "replay")
    assert.equal(await of(flags(), { PASSHAT_MODE: "auto", CI: "true" }), "replay")
    assert.equal(await of(record("all")), "record")
    assert.equal(await of(record("missing")), "record=missing")
    assert.equal(await of(flags({ liveTools: true })), "live-tools")
    assert.equal(await of(flags({ liveAgent: true })), "live-agent")
    assert.equal(await of(flags({ liveAgent: true, liveTools: true })), "live-agent,live-tools")
    assert.equal(await of(flags(), { PASSHAT_MODE: "live-agent", CI: "true" }), "live-agent")
  })

  test("is overridden by PASSHAT_MODE", async () => {
    assert.equal(await of(flags(), { PASSHAT_MODE: "record=missing" }), "record=missing")
    assert.equal(await of(record("all"), { PASSHAT_MODE: "replay" }), "replay")
    assert.match(
      (await refusal(flags(), { PASSHAT_MODE: "recrod" })).message,
      /PASSHAT_MODE is "recrod"\. Set it to auto, replay,/
    )
  })

  test("records in CI only if --record is given", async () => {
    for (const CI of ["true", "1"]) {
      assert.match((await refusal(flags(), { PASSHAT_MODE: "record", CI })).message, /Give --record as well/)
      assert.equal(await of(record("all"), { PASSHAT_MODE: "record", CI }), "record")
      assert.equal(await of(record("all"), { CI }), "record")
    }
    assert.equal(await of(flags(), { PASSHAT_MODE: "record", CI: "false" }), "record")
  })

  test("is refused if --record and --live-tools are both given", async () => {
    assert.match((await refusal(flags({ liveTools: true, record: "all" }))).message, /exclude each other/)
    assert.match(
      (await refusal(flags({ liveAgent: true, record: "all" }))).message,
      /^--record and --live-agent exclude each other/
    )
  })
})
