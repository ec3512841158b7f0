import { beforeAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { lasting, withoutSums } from "../../engine/cassette/lasting.ts"
import type { Script } from "../../../src/engine/layers/scripted/model.ts"
import { eventually } from "../../processes.ts"
import { hung } from "../../standin/faults.ts"
import { shippedScripts } from "../../standin/shipped.ts"
import { startStandin } from "../../standin/standin.ts"
import { project } from "../project.ts"
import { runsIn, studio } from "./studio.ts"

setDefaultTimeout(60_000)

const weather = "suites/weather.ts"
const weatherCassette = "cassettes/weather/asks-for-the-weather/claude-sonnet-4-5.jsonl"
const greeting = "test/app/live/suites/greeting.ts"
const greetingCassette = "cassettes/greeting/says-hello/claude-sonnet-4-5.jsonl"

const oneByOne = ["--concurrency", "1"]
const twice = ["--runs", "2"]
const json = ["--reporter", "json"]
const hello: Script = { turns: [{ text: "Hello.", usage: { input: 10, output: 2 } }] }
const greetings = { scripts: () => [hello] }
const eight = [1, 2, 3, 4, 5, 6, 7, 8]

/** A recording that nothing cuts short: what it says, and its cassette. */
let progress: string
let whole: string | undefined
beforeAll(async () => {
  await using place = await studio(greetings)
  progress = (await place.run(greeting, ["--record", ...oneByOne])).stderr
  whole = place.files().get(greetingCassette)
})

describe.concurrent("--record", () => {
  test("gives the verdicts that the replay gives, byte for byte, and writes the same cassette on Deno, but for its times", async () => {
    await using first = await studio({ scripts: shippedScripts })
    await using second = await studio({ scripts: shippedScripts })
    const [onBun, onDeno] = await Promise.all([
      first.run(weather, ["--record", ...oneByOne, ...twice, ...json]),
      second.run(weather, ["--record", ...oneByOne, ...twice, ...json], { runtime: "deno" })
    ])
    assert.equal(onBun.code, 0, onBun.stderr)
    assert.deepEqual(onDeno, onBun)
    assert.deepEqual(await first.run(weather, [...twice, ...json]), { ...onBun, stderr: "" })
    assert.deepEqual([...first.files().keys()], [weatherCassette])
    assert.equal(lasting(first.files().get(weatherCassette)), lasting(second.files().get(weatherCassette)))
  })

  test("says on stderr how far it is, line by line where there is no terminal", () => {
    assert.equal(progress, eight.map((done) => `${done} of 8 runs, ${12 * done} tokens\n`).join(""))
  })

  test("works in CI, since somebody asked for it", async () => {
    await using place = await studio(greetings)
    const { code } = await place.run(greeting, ["--record"], { env: { CI: "true" } })
    assert.deepEqual([code, place.requests.length], [0, 8])
  })

  test("is not what a variable alone can ask for in CI: exit 2, and nobody is asked anything", async () => {
    await using place = await studio(greetings)
    const { code, stderr, stdout } = await place.run(greeting, [], { env: { CI: "true", PASSHAT_MODE: "record" } })
    assert.deepEqual([code, stdout, place.requests.length], [2, "", 0])
    assert.equal(
      stderr,
      "PASSHAT_MODE is record, and CI is set: nothing is recorded in CI by accident. Give --record as well if it is meant.\n"
    )
  })

  test("spends nothing at all on a budget of 0: exit 2, and nobody is asked anything", async () => {
    await using place = await studio(greetings)
    const { code, stdout } = await place.run(greeting, ["--record", "--max-tokens-total", "0"])
    assert.deepEqual([code, place.requests.length], [2, 0])
    assert.match(stdout, /BUDGET: An answer may take 4096 tokens, and 0 of the 0 allowed are left\./)
    assert.deepEqual([...place.files().keys()], [])
  })

  test("without a key is no failure of the agent: exit 2, and a sentence that names the variable", async () => {
    await using place = await studio(greetings)
    const env = { ANTHROPIC_API_KEY: "", ANTHROPIC_BASE_URL: "" }
    const { code, stderr, stdout } = await place.run(greeting, ["--record", "--runs", "300"], { env })
    assert.equal(code, 2)
    assert.equal(
      stderr,
      "ANTHROPIC_API_KEY is not set, and Anthropic answers no request without a key. Set it in the environment: export ANTHROPIC_API_KEY=<a key of yours>.\n"
    )
    assert.equal(stdout, "")
  })

  test("of a provider that is gone is no failure of the agent: exit 2, and nothing is recorded", async () => {
    await using place = await studio(greetings)
    const gone = await startStandin(greetings)
    await gone.close()
    const env = { ANTHROPIC_BASE_URL: gone.url }
    const { code, stdout } = await place.run(greeting, ["--record", "--runs", "2"], { env })
    assert.equal(code, 2)
    assert.match(
      stdout,
      /INFRASTRUCTURE: says hello, run #2: the answer of Anthropic did not arrive: .*\. It was asked 5 times\./
    )
    assert.doesNotMatch(stdout, /FAIL/)
    assert.deepEqual([...place.files().keys()], [])
  })
})

describe.concurrent("--record=missing", () => {
  test("records the one run that is missing, and leaves the others as they are", async () => {
    await using place = await studio({ scripts: shippedScripts })
    using user = project()
    const before = user.read(weatherCassette)
    user.editRecording(weatherCassette, (text) => text.replace(/^.*"index":3.*\n/m, ""))
    const { finished } = user.start(weather, ["--record=missing", ...oneByOne], { env: place.env })
    assert.equal((await finished).code, 0)
    const [then, now] = [before, user.read(weatherCassette)].map((text) => withoutSums(text).split("\n"))
    assert.deepEqual(now?.toSpliced(3, 1).slice(1), then?.toSpliced(3, 1).slice(1))
    assert.equal(lasting(now?.join("\n")), lasting(before).replaceAll("_r3_", "_r1_"))
    assert.equal(place.requests.length, 3)
  })

  test("records nothing where nothing is missing, and needs no key for that", async () => {
    using user = project()
    const before = user.read(weatherCassette)
    assert.equal((await user.start(weather, ["--record=missing"]).finished).code, 0)
    assert.equal(user.read(weatherCassette), before)
  })

  test("records a stale cassette anew, and says that it was stale", async () => {
    await using place = await studio({ scripts: shippedScripts })
    using user = project()
    user.edit(weather, (text) => text.replace("servers: [weather],", 'servers: [weather],\n    system: "Be brief.",'))
    const stale = await user.start(weather).finished
    assert.equal(stale.code, 2)
    assert.match(stale.stdout, /STALE_CASSETTE: .* is stale: system .*--record/s)
    const { finished } = user.start(weather, ["--record=missing", ...oneByOne, ...twice], { env: place.env })
    const { code, stdout } = await finished
    assert.equal(code, 0)
    assert.match(stdout, /STALE_CASSETTE: .* is stale: system .*\n.*It is recorded again\./)
    assert.deepEqual(runsIn(user.read(weatherCassette)), [1, 2])
    assert.equal(place.requests.length, 5)
    assert.equal((await user.start(weather, twice).finished).code, 0)
  })
})

describe.concurrent("a recording that is cut short", () => {
  test("keeps what was recorded by Ctrl-C, and goes on with the rest", async () => {
    await using place = await studio({ ...greetings, faults: (number) => (number === 3 ? hung : undefined) })
    const { child, finished } = place.start(greeting, ["--record", ...oneByOne])
    await eventually(() => place.requests.length === 3, 20_000)
    child.kill("SIGINT")
    assert.equal((await finished).code, 130)
    assert.deepEqual(runsIn(place.files().get(`${greetingCassette}.journal`)), [1, 2])
    assert.equal((await place.run(greeting, ["--record=missing", ...oneByOne])).code, 0)
    assert.equal(place.requests.length, 3 + 6)
    assert.deepEqual([...place.files().keys()], [greetingCassette])
    assert.deepEqual(runsIn(place.files().get(greetingCassette)), eight)
  })

  test("by kill -9, whenever it comes, loses no run, repeats none, and ends with the same cassette", async () => {
    const expected = lasting(whole)
    assert.deepEqual(runsIn(whole), eight)
    await Promise.all(moments.map((moment) => recordedAtLast(moment, expected)))
  })
})

/** So many questions are let through, and then so many milliseconds. */
interface Moment {
  readonly asked: number
  readonly millis: number
}

/** Spread over the recording, from before its first question to after its last, at random in between. */
const moments: ReadonlyArray<Moment> = [0, 4, 8].map((asked) => ({ asked, millis: Math.random() * 60 }))

const recordedAtLast = async ({ asked, millis }: Moment, expected: string): Promise<void> => {
  const moment = `killed ${millis} ms after question ${asked}`
  await using place = await studio(greetings)
  const { child, finished } = place.start(greeting, ["--record", ...oneByOne])
  await eventually(() => place.requests.length >= asked, 20_000)
  setTimeout(() => child.kill("SIGKILL"), millis)
  await finished
  const before = place.requests.length
  const files = place.files()
  const kept = runsIn(files.get(greetingCassette) ?? files.get(`${greetingCassette}.journal`))
  assert.ok(kept.length >= before - 1, `${moment}: ${before} questions, and only the runs ${kept} are kept`)
  assert.equal((await place.run(greeting, ["--record=missing", ...oneByOne])).code, 0, moment)
  assert.equal(place.requests.length - before, 8 - kept.length, moment)
  assert.deepEqual([...place.files().keys()], [greetingCassette], moment)
  assert.equal(lasting(place.files().get(greetingCassette)), expected, moment)
}
