/**
 * Conversations with scripted messages of the user, recorded, and replayed on every runtime.
 */
import { afterAll, beforeAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { lasting } from "../../engine/cassette/lasting.ts"
import type { Script } from "../../../src/engine/layers/scripted/model.ts"
import type { JsonObject } from "../../../src/base/domain/Json.ts"
import type { Report } from "../../../src/base/domain/verdict/Verdict.ts"
import { eventually } from "../../processes.ts"
import { hung } from "../../standin/faults.ts"
import { everyRuntime } from "../everyRuntime.ts"
import { runsIn, studio } from "./studio.ts"

setDefaultTimeout(120_000)

const suite = "test/app/live/suites/conversation.ts"
const cassette = "cassettes/conversation/travels/claude-sonnet-4-5.jsonl"
const json = ["--reporter", "json"]
const oneByOne = ["--concurrency", "1"]

const looks = (city: string): Script["turns"] => [
  { calls: [{ server: "weather", name: "get_weather", args: { city } }] },
  { text: `It is warm in ${city}.` }
]
const healthy: Script = {
  turns: [
    ...looks("Sacramento"),
    ...looks("Davis"),
    { text: "You are welcome." },
    ...looks("Folsom"),
    { text: "Goodbye." }
  ]
}
/** Looks again when it is thanked. */
const eager: Script = {
  turns: [...looks("Sacramento"), ...looks("Davis"), ...looks("Davis"), ...looks("Folsom"), { text: "Goodbye." }]
}
/** Is cut off in its second answer to the user. */
const cutOff: Script = {
  turns: [...looks("Sacramento"), { text: "It is", stop_reason: "max_tokens" }]
}
const ANSWERS = healthy.turns.length

const messagesOf = (body: JsonObject): ReadonlyArray<string> =>
  (body["messages"] as ReadonlyArray<{ readonly role: string; readonly content: unknown }>)
    .filter(({ content, role }) => role === "user" && !JSON.stringify(content).includes("tool_result"))
    .map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content)))

describe("a conversation of five messages", () => {
  let whole: Awaited<ReturnType<typeof studio>>
  beforeAll(async () => {
    whole = await studio({ scripts: () => [healthy] })
  })
  afterAll(() => whole[Symbol.asyncDispose]())

  // Other conversations are recorded on every runtime, in users.test.ts.
  test("is recorded, and replayed on every runtime with the same bytes", async () => {
    const recorded = await whole.run(suite, ["--record", ...oneByOne, ...json])
    assert.equal(recorded.code, 0, recorded.stdout + recorded.stderr)
    assert.equal(whole.requests.length, 3 * ANSWERS)
    const longest = whole.requests.map(({ body }) => messagesOf(body)).toSorted((a, b) => b.length - a.length)[0]
    assert.deepEqual(longest?.length, 5)
    assert.match(longest?.join("\n") ?? "", /Sacramento.*\n.*Davis.*\n.*Thank you.*\n.*Folsom.*\n.*Goodbye/)
    for (const runtime of everyRuntime) {
      const { code, stdout } = await whole.run(suite, json, { runtime })
      assert.deepEqual([code, stdout], [0, recorded.stdout], runtime)
    }
    assert.equal(whole.requests.length, 3 * ANSWERS)
  })

  test("fails in the part in which the agent does what is forbidden there, and names the call of the run", async () => {
    await using place = await studio({ scripts: () => [eager] })
    const { code, stdout } = await place.run(suite, ["--record", "--runs", "1", ...json])
    assert.equal(code, 1, stdout)
    const report: Report = JSON.parse(stdout)
    const [run] = report.suites[0]?.cells[0]?.runs ?? []
    const red = run?.checks.filter(({ verdict }) => verdict !== "pass") ?? []
    assert.deepEqual(
      red.map(({ target, verdict }) => [target, verdict]),
      [["during(3).never.calls", "fail"]]
    )
    assert.match(JSON.stringify(red), /tool_calls\[2\]/)
  })

  test("has no verdict on the parts that a run did not reach", async () => {
    await using place = await studio({ scripts: () => [cutOff] })
    const { code, stdout } = await place.run(suite, ["--record", "--runs", "1", ...json])
    const report: Report = JSON.parse(stdout)
    const [run] = report.suites[0]?.cells[0]?.runs ?? []
    const of = (target: string) => run?.checks.find((check) => check.target === target)?.verdict
    assert.equal(code, 1, stdout)
    assert.deepEqual(
      [
        of("during(1).trajectory.passed"),
        of("during(3).never.calls"),
        of("during(5).never.calls"),
        of("during(5).stop_reason")
      ],
      ["pass", "none", "none", "none"]
    )
  })

  test("loses no finished run if it is killed in its third message", async () => {
    // The third run has sent its third message, and gets no answer.
    const before = 2 * ANSWERS + 5
    await using place = await studio({
      scripts: () => [healthy],
      faults: (number) => (number === before ? hung : undefined)
    })
    const { child, finished } = place.start(suite, ["--record", ...oneByOne])
    await eventually(() => place.requests.length === before, 60_000)
    child.kill("SIGKILL")
    await finished
    assert.deepEqual(runsIn(place.files().get(`${cassette}.journal`)), [1, 2])
    assert.equal((await place.run(suite, ["--record=missing", ...oneByOne])).code, 0)
    assert.equal(place.requests.length - before, ANSWERS)
    assert.equal(lasting(place.files().get(cassette)), lasting(whole.files().get(cassette)))
  })
})
