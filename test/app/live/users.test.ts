/**
 * Users that are a function or a model, of the built-in agent, of drivers and of programs: recorded and replayed on every runtime.
 */
import { afterAll, beforeAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { lasting } from "../../engine/cassette/lasting.ts"
import type { Script } from "../../../src/engine/layers/scripted/model.ts"
import type { Topic } from "../../standin/standin.ts"
import { everyRuntime } from "../everyRuntime.ts"
import { studio } from "./studio.ts"

setDefaultTimeout(120_000)

const suite = "test/app/live/suites/users.ts"
const json = ["--reporter", "json"]
const END = "[END OF CONVERSATION]"

const usage = { input: 10, output: 1 }
const looks = (city: string): Script["turns"] => [
  { calls: [{ server: "weather", name: "get_weather", args: { city } }], usage },
  { text: `It is warm in ${city}.`, usage }
]
const travels: Script = { turns: [...looks("Sacramento"), ...looks("Davis"), { text: "You are welcome.", usage }] }
const plays = (...texts: ReadonlyArray<string>): Script => ({ turns: texts.map((text) => ({ text, usage })) })
const asked = plays("And in Davis?", "Thank you.", END)

const sees = plays("A dot.", "Two dots.", "You are welcome.")

const world = (user: Script) => ({ scripts: ({ model }: Topic) => [scriptOf(model, user)] })
const scriptOf = (model: unknown, user: Script): Script => {
  if (model === "claude-haiku-4-5") return user
  return model === "claude-opus-4-5" ? sees : travels
}
/** Per recording: two runs with a function, one with a model on both sides, one with a model as the user alone, one with images. */
const REQUESTS = 2 * 5 + 5 + 3 + 3 + 3

const PIXEL = readFileSync(join(import.meta.dirname, "images/pixel.png")).toString("base64")

describe("users that no script has", () => {
  let place: Awaited<ReturnType<typeof studio>>
  beforeAll(async () => {
    place = await studio(world(asked))
  })
  afterAll(() => place[Symbol.asyncDispose]())

  test("are recorded and replayed on every runtime, with the same bytes", async () => {
    const recordings: Array<unknown> = []
    const reports: Array<string> = []
    for (const runtime of everyRuntime) {
      const { code, stderr, stdout } = await place.run(suite, ["--record", ...json], { runtime })
      assert.equal(code, 0, stdout + stderr)
      reports.push(stdout)
      recordings.push([...place.files()].map(([file, text]) => [file, lasting(text).replace(/"virtual_ms":\d+/g, "")]))
    }
    assert.deepEqual(recordings[1], recordings[0])
    assert.deepEqual(recordings[2], recordings[0])
    for (const runtime of everyRuntime) {
      const { code, stdout } = await place.run(suite, json, { runtime })
      assert.deepEqual([code, stdout], [0, reports[0]], runtime)
    }
    assert.equal(place.requests.length, 3 * REQUESTS)
    const [, text = ""] = [...place.files()].find(([file]) => file.includes("program")) ?? []
    assert.match(text, /"0 before: Is it warm in Sacramento\?".*"2 before: And in Davis\?"/s)
    const seen = place.requests.map(({ body }) => JSON.stringify(body).split(PIXEL).length - 1)
    assert.deepEqual(
      seen.filter((count) => count > 0),
      [1, 3, 3, 1, 3, 3, 1, 3, 3]
    )
    const [, image = ""] = [...place.files()].find(([file]) => file.includes("image")) ?? []
    assert.match(image, /"images":\[\{"bytes":70,"media_type":"image\/png","sha256":"[0-9a-f]{64}"\}\]/)
    assert.ok(!image.includes(PIXEL.slice(0, 40)))
    const shown = await place.run(suite, ["--filter", "model", "--verbose"])
    assert.match(
      shown.stdout,
      /55 tokens \(50 in, 5 out\), its simulated user 33 tokens \(30 in, 3 out\), stopped with/
    )
  })

  test("have no verdict where a function would say something else now, with the recorded servers and with those of today", async () => {
    const changed = { env: { SAYS: "changed" } }
    const { code, stdout } = await place.run(suite, [], changed)
    assert.equal(code, 2, stdout)
    assert.match(
      stdout,
      /DIVERGED.*function, run #1: the function for message 2 of the user now says "And in Davis\?"/s
    )
    assert.match(stdout, /and said "\{\\"city\\":\\"Sacramento\\"\} It is warm in Sacramento\. And in Davis\?"/)
    const today = await place.run(suite, ["--live-tools"])
    assert.equal(today.code, 0, today.stdout)
    assert.equal((await place.run(suite, ["--live-tools", "--filter", "function", "--runs", "1"], changed)).code, 2)
    assert.equal(place.requests.length, 3 * REQUESTS)
  })

  test("leave a run that they spoil without a verdict, until it is recorded again", async () => {
    let user = plays("As an AI, I do not travel.")
    await using other = await studio({ scripts: ({ model }) => [scriptOf(model, user)] })
    const recorded = await other.run(suite, ["--record"])
    assert.equal(recorded.code, 2, recorded.stdout)
    assert.match(recorded.stdout, /SPOILT_BY_USER: model, run #1: the simulated user left its role: it said "As an AI"/)
    assert.equal((await other.run(suite)).code, 2)
    const asking = other.requests.length
    user = asked
    const again = await other.run(suite, ["--record=missing"])
    assert.equal(again.code, 0, again.stdout)
    assert.equal(other.requests.length - asking, 5 + 3 + 3)
  })
})
