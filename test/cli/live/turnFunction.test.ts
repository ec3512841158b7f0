/**
 * Messages of the user that a function makes of the trace so far, recorded and replayed on every runtime.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import type { Script } from "../../../src/layers/scripted/script.ts"
import { everyRuntime } from "../project.ts"
import { studio } from "./studio.ts"

setDefaultTimeout(120_000)

const suite = "test/cli/live/suites/turnFunction.ts"
const cassette = "cassettes/turn-function/travels/claude-sonnet-4-5.jsonl"
const json = ["--reporter", "json"]
const as = (says: string) => ({ env: { SAYS: says } })

const looks = (city: string): Script["turns"] => [
  { calls: [{ server: "weather", name: "get_weather", args: { city } }] },
  { text: `It is warm in ${city}.` }
]
const healthy: Script = { turns: [...looks("Sacramento"), ...looks("Davis"), { text: "You are welcome." }] }
const SAID = 'You looked at {"city":"Sacramento"} 1 times, and say "It is warm in Sacramento." And in Davis?'

describe("a function that speaks for the user", () => {
  test.each(everyRuntime)("is recorded on %s and replayed on every runtime, with the same bytes", async (on) => {
    await using place = await studio({ scripts: () => [healthy] })
    const recorded = await place.run(suite, ["--record", ...json], { runtime: on })
    assert.equal(recorded.code, 0, recorded.stdout + recorded.stderr)
    assert.ok(place.requests.some(({ body }) => JSON.stringify(body).includes(JSON.stringify(SAID).slice(1, -1))))
    assert.ok(place.files().get(cassette)?.includes('"from":"trace"'))
    for (const runtime of everyRuntime) {
      const { code, stdout } = await place.run(suite, json, { runtime })
      assert.deepEqual([code, stdout], [0, recorded.stdout], runtime)
    }
    assert.equal(place.requests.length, 2 * healthy.turns.length)
  })

  test("leaves a replay without a verdict if it has changed, and check says so too", async () => {
    await using place = await studio({ scripts: () => [healthy] })
    assert.equal((await place.run(suite, ["--record"])).code, 0)
    const { code, stdout } = await place.run(suite, [], as("changed"))
    assert.equal(code, 2, stdout)
    assert.match(stdout, /DIVERGED.*run #1: the function for message 2 of the user now says "And in Folsom\?"/s)
    assert.match(stdout, /and said "You looked at/)
  })

  test.each([
    ["impure", /now says "And in Davis\? \d+", and said "And in Davis\? \d+" in the recording/],
    ["number", /the function for message 2 of the user returned 7, and not the words of the user/],
    ["throws", /the function for message 2 of the user threw no words/]
  ])("that is %s leaves the recorded run without a verdict", async (says, message) => {
    await using place = await studio({ scripts: () => [healthy] })
    const { code, stdout } = await place.run(suite, ["--record", "--runs", "1"], as(says))
    assert.equal(code, 2, stdout)
    assert.match(stdout, message)
  })

  test("cannot change the trace that is judged", async () => {
    await using place = await studio({ scripts: () => [healthy] })
    const { code, stdout } = await place.run(suite, ["--record", "--runs", "1"], as("mutates"))
    assert.equal(code, 0, stdout)
    assert.doesNotMatch(place.files().get(cassette) ?? "", /Rome/)
    assert.equal((await place.run(suite, ["--runs", "1"], as("mutates"))).code, 0)
  })

  test("says what was recorded with --live-tools", async () => {
    await using place = await studio({ scripts: () => [healthy] })
    assert.equal((await place.run(suite, ["--record"])).code, 0)
    const asked = place.requests.length
    const { code, stdout } = await place.run(suite, ["--live-tools"])
    assert.equal(code, 0, stdout)
    assert.equal((await place.run(suite, ["--live-tools"], as("changed"))).code, 2)
    assert.equal(place.requests.length, asked)
  })
})
