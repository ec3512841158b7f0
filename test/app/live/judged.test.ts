/**
 * Judges: asked once a run is recorded, kept with it, replayed for free, and without a say in any verdict.
 */
import { afterAll, beforeAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { cpSync } from "node:fs"
import { join } from "node:path"
import { lasting } from "../../engine/cassette/lasting.ts"
import type { RecordedRun } from "../../../src/base/domain/recording/Cassette.ts"
import type { Script } from "../../../src/engine/layers/scripted/model.ts"
import type { GateVerdict, Report } from "../../../src/base/domain/verdict/Verdict.ts"
import { eventually } from "../../processes.ts"
import { hung, status } from "../../standin/faults.ts"
import type { Topic } from "../../standin/standin.ts"
import { everyRuntime } from "../everyRuntime.ts"
import { type Finished } from "../project.ts"
import { runsIn, studio } from "./studio.ts"

setDefaultTimeout(120_000)

const suite = "test/app/live/suites/judged.ts"
const cassette = "cassettes/judged/asks/claude-sonnet-4-5.jsonl"
const json = ["--reporter", "json"]
const oneByOne = ["--concurrency", "1"]

const agents: Script = {
  turns: [
    {
      calls: [{ server: "weather", name: "get_weather", args: { city: "Davis" } }],
      usage: { input: 100, output: 10 }
    },
    { text: "It is warm. I wrote a summary for you.", usage: { input: 200, output: 20 } }
  ]
}
/** Of the agent, for one run. */
const ANSWERS = agents.turns.length

const said = (text: string): Script => ({ turns: [{ text, usage: { input: 1_000, output: 50 } }] })
const pass = said(`{"verdict":"pass","reason":"It is kind."}`)
const fail = said(`{"verdict":"fail","reason":"It is rude."}`)

const isOfJudge = ({ model }: Topic): boolean => model !== "claude-sonnet-4-5"
const judgedBy =
  (...judges: ReadonlyArray<Script>) =>
  (topic: Topic): ReadonlyArray<Script> =>
    isOfJudge(topic) ? judges : [agents]

const reportOf = (stdout: string): Report => JSON.parse(stdout)
const gatesOf = (stdout: string): ReadonlyArray<GateVerdict> => reportOf(stdout).suites[0]?.cells[0]?.gates ?? []
const gateOf = (stdout: string, id: string): GateVerdict => gatesOf(stdout).find((gate) => gate.id === id)!
const runsOf = (text = ""): ReadonlyArray<RecordedRun> =>
  text
    .trimEnd()
    .split("\n")
    .slice(1, -1)
    .map((line) => JSON.parse(line))
/** A report without what judges say. */
const decided = (stdout: string): unknown => {
  const [one] = reportOf(stdout).suites
  return [
    one?.verdict,
    one?.cells.map(({ gates, runs, verdict }) => [verdict, runs, gates.filter((gate) => !gate.advisory)])
  ]
}

describe("judges", () => {
  /** Recorded once, with one judge of each rubric. */
  let whole: Awaited<ReturnType<typeof studio>>
  let atFirst: Finished
  beforeAll(async () => {
    whole = await studio({ scripts: judgedBy(pass) })
    atFirst = await whole.run(suite, ["--record", ...oneByOne, ...json])
    assert.equal(atFirst.code, 0)
  })
  afterAll(() => whole[Symbol.asyncDispose]())

  test("are asked while recording, and replayed on every runtime with the same bytes", async () => {
    await using place = await studio({ scripts: judgedBy(pass) })
    const env = { JURY: "3" }
    const recorded = await place.run(suite, ["--record", "--with-traces", ...json], { env })
    assert.equal(recorded.code, 0, recorded.stdout + recorded.stderr)
    // Of each run: three of the first rubric, one of the second, and one second reading.
    assert.equal(place.requests.length, 2 * (ANSWERS + 3 + 1 + 1))
    const first = gateOf(recorded.stdout, "judged#1")
    assert.deepEqual([first.verdict, first.advisory], ["pass", true])
    assert.equal(first.summary, "passes 2, fails 0 of 2 runs, agreement 1.00, judge tokens 6300")
    assert.equal(gateOf(recorded.stdout, "narrative/secondReading#1").verdict, "pass")
    for (const runtime of everyRuntime) {
      const { code, stdout } = await place.run(suite, ["--with-traces", ...json], { runtime, env })
      assert.deepEqual([code, stdout], [0, recorded.stdout], runtime)
    }
    assert.equal(place.requests.length, 2 * (ANSWERS + 5))
    // The tokens of judges are not those of the agent.
    const [run] = reportOf(recorded.stdout).suites[0]?.cells[0]?.runs ?? []
    assert.deepEqual(run?.trace?.conversation.tokens, { input: 300, output: 30, total: 330 })
    const [kept] = runsOf(place.files().get(cassette))
    assert.deepEqual(kept?.judgements?.[0]?.tokens, { input: 1_000, output: 50, total: 1_050 })
    const asked = place.requests.map(({ body }) => body).filter(({ model }) => model === "claude-haiku-4-5")
    for (const { messages, system, tools } of asked) {
      const text = JSON.stringify(messages)
      const [mark = ""] = /[0-9a-f]{32}/.exec(text) ?? []
      const [before = "", , inside = "", after] = text.split(mark)
      assert.match(before, /Rubric:.*(Is the tone friendly|Is it short)/)
      assert.match(inside, /Is it warm in Davis.*get_weather.*I wrote a summary for you/)
      assert.match(String(after), /Does the run meet the rubric/)
      assert.match(JSON.stringify(system), /gives you no instructions/)
      assert.equal(tools, undefined)
    }
  })

  test("change no verdict and no exit code, whether they pass, fail or do not answer", async () => {
    const answers = [
      [pass, "pass", /^\[\{.*"verdict":"pass"/],
      [fail, "fail", /claude-haiku-4-5 says fail: It is rude/],
      [said("I cannot judge that."), "none", /claude-haiku-4-5 could not answer: its answer is no JSON object/]
    ] as const
    const reports = await Promise.all(
      answers.map(async ([answer]) => {
        await using place = await studio({ scripts: judgedBy(answer) })
        return await place.run(suite, ["--record", "--runs", "1", ...json])
      })
    )
    for (const [at, { code, stdout }] of reports.entries()) {
      const [, verdict, evidence] = answers[at]!
      assert.deepEqual([code, decided(stdout)], [0, decided(reports[0]!.stdout)])
      const shown = gateOf(stdout, "judged#1")
      assert.equal(shown.verdict, verdict)
      assert.match(JSON.stringify(shown.checks), evidence)
    }
  })

  test("a judge whose provider fails, and one that the budget does not pay, could not answer", async () => {
    await using place = await studio({
      scripts: judgedBy(pass),
      faults: (number) => (number > ANSWERS ? status(400) : undefined)
    })
    const failed = await place.run(suite, ["--record", "--runs", "1", ...json])
    assert.equal(failed.code, 0, failed.stderr)
    assert.match(JSON.stringify(gateOf(failed.stdout, "judged#1").checks), /could not answer: .*Stand-in says 400/)
    await using poor = await studio({ scripts: judgedBy(pass) })
    // Enough for each answer of the agent, of which 330 tokens are spent.
    const { code, stdout } = await poor.run(suite, ["--record", "--runs", "1", "--max-tokens-total", "4400", ...json])
    assert.equal(code, 0, stdout)
    assert.equal(poor.requests.length, ANSWERS)
    const { checks, verdict } = gateOf(stdout, "judged#1")
    assert.equal(verdict, "none")
    assert.match(JSON.stringify(checks), /could not answer: An answer may take 4096 tokens, and 4070 of the 4400/)
  })

  test("a changed rubric makes no recording stale, and --record=judges asks that one alone", async () => {
    await using place = await studio({ scripts: judgedBy(pass) })
    cpSync(join(whole.folder, "cassettes"), join(place.folder, "cassettes"), { recursive: true })
    const env = { RUBRIC: "Is the tone rude?" }
    const changed = await place.run(suite, json, { env })
    assert.deepEqual([changed.code, decided(changed.stdout)], [0, decided(atFirst.stdout)])
    const gate = gateOf(changed.stdout, "judged#1")
    assert.deepEqual([gate.verdict, gate.summary], ["none", "not asked with this rubric"])
    assert.match(JSON.stringify(gate.checks), /was not asked with this rubric: ask it with --record=judges/)
    assert.equal(gateOf(changed.stdout, "judged#2").verdict, "pass")
    const again = await place.run(suite, ["--record=judges", ...json], { env })
    assert.equal(again.code, 0, again.stderr)
    assert.deepEqual(
      place.requests.map(({ body }) => body["model"]),
      ["claude-haiku-4-5", "claude-haiku-4-5"]
    )
    assert.equal(gateOf(again.stdout, "judged#1").verdict, "pass")
    assert.equal((await place.run(suite, json, { env })).stdout, again.stdout)
    assert.match(place.files().get(cassette) ?? "", /Is the tone rude/)
    assert.doesNotMatch(place.files().get(cassette) ?? "", /Is the tone friendly/)
    assert.deepEqual([...place.files().keys()], [cassette])
    const settled = place.requests.length
    assert.equal((await place.run(suite, ["--record=judges"], { env })).code, 0)
    assert.equal(place.requests.length, settled)
  })

  test("judges that could not answer are asked again, and a run that is not recorded is not performed", async () => {
    await using place = await studio({ scripts: judgedBy(said("no"), pass) })
    assert.equal((await place.run(suite, ["--record", "--runs", "1"])).code, 0)
    const asked = place.requests.length
    const { code, stdout } = await place.run(suite, ["--record=judges", "--runs", "1", ...json])
    assert.deepEqual([code, gateOf(stdout, "judged#1").verdict], [0, "pass"])
    assert.equal(place.requests.length - asked, 3)
    const more = await place.run(suite, ["--record=judges", ...json])
    assert.equal(more.code, 2)
    assert.match(more.stdout, /has no run 2, and --record=judges runs no agent/)
    assert.equal(place.requests.length - asked, 3)
  })

  test("without a recording, --record=judges asks nobody", async () => {
    await using place = await studio({ scripts: judgedBy(pass) })
    const { code, stdout } = await place.run(suite, ["--record=judges", ...json])
    assert.equal(code, 2)
    assert.match(stdout, /MISSING_CASSETTE/)
    assert.equal(place.requests.length, 0)
    const none = await place.run("suites/weather.ts", ["--record=judges"])
    assert.equal(none.code, 2)
    assert.match(none.stderr, /no agent that is selected has one/)
  })

  test("a recorder that is killed while a judge is asked loses no run, and what judges said of others", async () => {
    // The judges of the second run get no answer.
    const all = whole.requests.length
    const first = all / 2 + ANSWERS
    await using place = await studio({
      scripts: judgedBy(pass),
      faults: (number) => (number > first && number <= all ? hung : undefined)
    })
    const { child, finished } = place.start(suite, ["--record", ...oneByOne])
    await eventually(() => place.requests.length === all, 60_000)
    child.kill("SIGKILL")
    await finished
    assert.deepEqual(runsIn(place.files().get(`${cassette}.journal`)).toSorted(), [1, 2])
    const { code } = await place.run(suite, ["--record=judges", ...oneByOne])
    assert.equal(code, 0)
    assert.equal(place.requests.length - all, all - first)
    assert.deepEqual(
      place.requests.slice(all).filter(({ body }) => body["model"] === "claude-sonnet-4-5"),
      []
    )
    assert.equal(lasting(place.files().get(cassette)), lasting(whole.files().get(cassette)))
  })

  test("a secret that a judge repeats is not kept", async () => {
    const SECRET = "s3cr3t-canary-4711"
    await using place = await studio({
      scripts: judgedBy(said(JSON.stringify({ verdict: "pass", reason: `It says ${SECRET}.` })))
    })
    const env = { MY_API_KEY: SECRET }
    const { code, stdout } = await place.run(suite, ["--record", "--runs", "1", ...json], { env })
    assert.equal(code, 0, stdout)
    const all = [stdout, ...place.files().values()].join("\n")
    assert.doesNotMatch(all, new RegExp(SECRET))
    assert.match(all, /It says /)
  })
})
