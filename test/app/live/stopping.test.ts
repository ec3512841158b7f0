import { afterAll, beforeAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { lasting } from "../../engine/cassette/lasting.ts"
import type { Script } from "../../../src/engine/layers/scripted/model.ts"
import { everyRuntime } from "../everyRuntime.ts"
import { type Finished, startPasshat } from "../project.ts"
import { runsIn, studio } from "./studio.ts"
import { resealed } from "../../engine/cassette/reseal.ts"

setDefaultTimeout(240_000)

const suite = "test/app/live/suites/stopping.ts"
const cassette = "cassettes/stopping/answers/claude-sonnet-4-5.jsonl"
const answer = (stop_reason: string): Script => ({
  turns: [{ text: "Hello.", stop_reason, usage: { input: 10, output: 2 } }]
})
/** Passes of the agent, one letter a run, over and over. */
const outcomes = (letters: string) => ({
  scripts: () => [...letters].map((one) => answer(one === "P" ? "end_turn" : "max_tokens"))
})
const json = ["--reporter", "json"]
const oneByOne = ["--concurrency", "1"]

type Place = Awaited<ReturnType<typeof studio>>
const cellOf = (stdout: string) => JSON.parse(stdout).suites[0].cells[0]
const headerOf = (place: Place) => JSON.parse(place.files().get(cassette)?.split("\n")[0] ?? "")
const edit = (place: Place, change: (text: string) => string): void => {
  const before = place.files().get(cassette) ?? ""
  assert.notEqual(change(before), before)
  writeFileSync(join(place.folder, cassette), resealed(change(before)))
}
const editStopped = (place: Place, stopped: unknown): void =>
  edit(place, (text) => {
    const [first = "", ...runs] = text.split("\n")
    const { checksum: _, stopped: __, ...header } = JSON.parse(first)
    const changed = { ...header, ...(stopped !== undefined && { stopped }) }
    const sorted = Object.fromEntries(Object.entries(changed).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    return [JSON.stringify(sorted), ...runs].join("\n")
  })

/** Recorded once: of twenty runs, six decide. */
let first: Place
let recorded: Finished
let recording: string
beforeAll(async () => {
  first = await studio(outcomes("P"))
  recorded = await first.run(suite, ["--record", ...oneByOne, ...json])
  recording = first.files().get(cassette) ?? ""
})
afterAll(() => first[Symbol.asyncDispose]())

/** A place of its own with that recording. */
const recordedPlace = async (): Promise<Place> => {
  const place = await studio(outcomes("P"))
  mkdirSync(dirname(join(place.folder, cassette)), { recursive: true })
  writeFileSync(join(place.folder, cassette), recording)
  return place
}

describe("a cell that stops when it is decided", () => {
  test("asks no more than it needs, records where it stopped, and replays to the same bytes on every runtime", async () => {
    assert.equal(recorded.code, 0, recorded.stderr)
    assert.equal(first.requests.length, 6)
    assert.deepEqual(runsIn(recording), [1, 2, 3, 4, 5, 6])
    assert.deepEqual(headerOf(first).stopped, {
      after: 6,
      of: 20,
      rules: [{ gate: "pass_rate#1", spec: { at_least: 0.5, confidence: 0.95, stop_early: "betting" } }]
    })
    const cell = cellOf(recorded.stdout)
    assert.deepEqual([cell.verdict, cell.stopped, cell.runs.length], ["pass", { after: 6, of: 20 }, 6])
    assert.match(cell.gates[1].summary, /, over 6 of 20 runs$/)
    for (const runtime of everyRuntime) {
      assert.deepEqual(await first.run(suite, json, { runtime }), { ...recorded, stderr: "" }, runtime)
    }
    assert.equal(first.requests.length, 6)
  })

  test("keeps the same cassette and report, whichever runs were under way when it was decided", async () => {
    const made = await Promise.all(
      ["3", "20"].map(async (concurrency) => {
        await using place = await studio(outcomes("P"))
        const { code, stdout } = await place.run(suite, ["--record", "--concurrency", concurrency, ...json])
        return { code, stdout, cassette: lasting(place.files().get(cassette)), files: [...place.files().keys()] }
      })
    )
    const { code, stdout } = recorded
    for (const one of made) assert.deepEqual(one, { code, stdout, cassette: lasting(recording), files: [cassette] })
  })

  test("fails as soon as the floor is refuted", async () => {
    await using place = await studio(outcomes("FP"))
    const { code, stdout } = await place.run(suite, ["--record", ...oneByOne, ...json], {
      env: { FLOOR: "0.95", RUNS: "60" }
    })
    const cell = cellOf(stdout)
    assert.deepEqual([code, cell.verdict, cell.stopped], [1, "fail", { after: 5, of: 60 }])
    assert.equal(place.requests.length, 5)
    const replay = await place.run(suite, json, { env: { FLOOR: "0.95", RUNS: "60" } })
    assert.deepEqual([replay.code, replay.stdout], [1, stdout])
  })

  test("has no verdict as soon as no further run could give one", async () => {
    await using place = await studio(outcomes("PPPPPPPPPPF"))
    const env = { FLOOR: "0.9", RUNS: "20", RULE: "certain" }
    const { code, stdout } = await place.run(suite, ["--record", ...oneByOne], { env })
    assert.equal(code, 2)
    assert.match(
      stdout,
      /runs pass: a floor of 0\.9 is neither shown nor refuted, and \d+ more runs could not change that/
    )
    assert.deepEqual(await place.run(suite, [], { env }), { code, stdout, stderr: "" })
  })

  test("has no verdict under a floor that its runs do not decide, until --record=missing went on", async () => {
    await using place = await recordedPlace()
    const env = { FLOOR: "0.8" }
    const { code, stdout } = await place.run(suite, [], { env })
    assert.equal(code, 2)
    assert.match(stdout, /MISSING_RUN: \S+ stopped after run 6 of 20, and its runs do not decide the cell\./)
    const more = await place.run(suite, ["--record=missing", ...oneByOne, ...json], { env })
    assert.deepEqual([more.code, cellOf(more.stdout).stopped], [0, { after: 15, of: 20 }])
    assert.equal(place.requests.length, 15 - 6)
    assert.deepEqual(runsIn(place.files().get(cassette)).length, 15)
    assert.equal(headerOf(place).stopped.rules[0].spec.at_least, 0.8)
    assert.deepEqual(await place.run(suite, json, { env }), { ...more, stderr: "" })
  })

  test("of another number of runs or another confidence is decided again, or has no verdict", async () => {
    await using place = await recordedPlace()
    for (const env of [{ CONFIDENCE: "0.99" }, { CONFIDENCE: "0.8" }, { FLOOR: "0.1" }]) {
      const { code, stdout } = await place.run(suite, [], { env })
      assert.equal(code, 2, JSON.stringify(env))
      assert.match(stdout, /MISSING_RUN: \S+ stopped after run 6/)
    }
    const longer = await place.run(suite, ["--runs", "21"])
    assert.equal(longer.code, 2)
    assert.match(longer.stdout, /MISSING_RUN: \S+ stopped after run 6 of 20, and its runs do not decide the cell\./)
    const lower = await place.run(suite, json, { env: { FLOOR: "0.3" } })
    assert.deepEqual([lower.code, cellOf(lower.stdout).stopped], [0, { after: 6, of: 20 }])
  })

  test("is missing runs once stopEarly is taken out", async () => {
    await using place = await recordedPlace()
    const { code, stdout } = await place.run(suite, [], { env: { RULE: "none" } })
    assert.equal(code, 2)
    assert.match(stdout, /14 runs: answers #7-#20/)
    assert.match(stdout, /MISSING_RUN/)
  })

  test("does not lend its runs to a bound of a whole sample, asked for as many runs as it stopped after", async () => {
    await using place = await recordedPlace()
    for (const args of [
      ["--runs", "6"],
      ["--runs", "5"],
      ["--runs", "6", "--record=missing"]
    ]) {
      const { code, stdout } = await place.run(suite, args, { env: { RULE: "none" } })
      assert.equal(code, 2, stdout)
      assert.match(stdout, /STOPPED_EARLY: \S+ stopped after run 6 of 20 because its runs had decided/)
    }
    const whole = await place.run(suite, ["--record=missing"], { env: { RULE: "none" } })
    assert.equal(whole.code, 0, whole.stdout)
    assert.equal(headerOf(place).stopped, undefined)
    assert.equal((await place.run(suite, ["--runs", "7"], { env: { RULE: "none" } })).code, 0)
  })

  test("uses of a whole recording what it needs, says so, and leaves it as it is", async () => {
    await using place = await studio(outcomes("P"))
    await place.run(suite, ["--record", ...oneByOne], { env: { RULE: "none" } })
    const before = place.files().get(cassette)
    for (const args of [[], ["--record=missing"]]) {
      const { code, stdout } = await place.run(suite, [...args, ...json])
      const { issues, stopped, verdict } = cellOf(stdout)
      assert.deepEqual([code, verdict, stopped], [0, "pass", { after: 6, of: 20 }])
      if (args.length === 0) assert.match(issues[0].message, /also holds run 7 to 20, and run 6 decides the cell\.$/)
    }
    assert.equal(place.files().get(cassette), before)
    assert.equal(place.requests.length, 20)
  })

  test("is told of by every reporter, by show, and by a run against live tools", async () => {
    await using place = await recordedPlace()
    const reporters = ["pretty", "junit", "html", "markdown", "github", "agent", "ndjson", "json"]
    const flags = reporters.flatMap((one) => ["--reporter", `${one}=${join(place.folder, one)}`])
    assert.equal((await place.run(suite, flags)).code, 0)
    for (const reporter of reporters) {
      assert.match(
        place.files().get(reporter) ?? "",
        /stopped after 6 of 20 runs: decided|1 cell stopped early/,
        reporter
      )
    }
    const shown = await startPasshat("bun", ["show", join(place.folder, cassette)]).finished
    assert.match(shown.stdout, /6 runs, stopped after 6 of 20 runs: decided/)
    const live = await place.run(suite, ["--live-tools", ...json])
    assert.deepEqual([live.code, cellOf(live.stdout).stopped], [0, { after: 6, of: 20 }])
    const changed = await place.run(suite, ["--live-tools", ...json], { env: { FLOOR: "0.8" } })
    assert.deepEqual([changed.code, cellOf(changed.stdout).verdict], [2, "none"])
    const earlier = await place.run(suite, ["--live-tools"], { env: { CONFIDENCE: "0.8" } })
    assert.equal(earlier.code, 2)
    assert.match(earlier.stdout, /stopped after run 6, and its runs now decide the cell after run \d\./)
  })

  test("is not compared with itself, and a report that was cut is not read", async () => {
    await using place = await recordedPlace()
    const report = join(place.folder, "report.json")
    await place.run(suite, ["--with-traces", "--reporter", `json=${report}`])
    const compared = await startPasshat("bun", ["compare", report, report]).finished
    assert.equal(compared.code, 2)
    assert.match(compared.stdout, /the baseline stopped after 6 of 20 runs when it was decided: its rate is biased/)
    const cut = JSON.parse(readFileSync(report, "utf8"))
    cut.suites[0].cells[0].runs.pop()
    writeFileSync(report, JSON.stringify(cut))
    const read = await startPasshat("bun", ["report", report]).finished
    assert.equal(read.code, 2)
    assert.match(read.stderr, /stopped.*as many runs as it says/)
  })

  test("goes on after an interruption that left a journal", async () => {
    await using place = await studio(outcomes("P"))
    const started = place.start(suite, ["--record", ...oneByOne, "--max-tokens-total", "4130"])
    const cut = await started.finished
    assert.equal(cut.code, 2)
    const kept = runsIn(place.files().get(`${cassette}.journal`)).length
    assert.ok(kept > 0 && kept < 6, `${kept} runs`)
    const more = await place.run(suite, ["--record=missing", ...oneByOne, ...json])
    assert.deepEqual([more.code, place.requests.length], [0, 6])
    assert.equal(more.stdout, recorded.stdout)
    assert.equal(lasting(place.files().get(cassette)), lasting(recording))
  })
})

describe("a recording that stopped early has no verdict", () => {
  const forged: ReadonlyArray<readonly [name: string, change: (place: Place) => void, sentence: RegExp]> = [
    [
      "if it lacks a run before the one that decided",
      (place) => edit(place, (text) => text.replace(/^.*"index":6.*\n/m, "")),
      /DAMAGED_CASSETTE: \S+ says that it stopped after run 6, and has no run 6: it holds run 1, 2, 3, 4, 5\./
    ],
    [
      "if its header names a later run than decides",
      (place) => {
        edit(place, (text) => text.replace(/^(.*)"index":6(.*\n)/m, '$1"index":6$2$1"index":7$2'))
        editStopped(place, { after: 7, of: 20, rules: [] })
      },
      /MISSING_RUN: \S+ stopped after run 7, and its runs now decide the cell after run 6\. *\n/
    ],
    [
      "if its header names an earlier run",
      (place) => editStopped(place, { after: 5, of: 20, rules: [] }),
      /MISSING_RUN: \S+ stopped after run 5, and its runs now decide the cell after run 6\. *\n/
    ],
    [
      "if its header does not say that it stopped",
      (place) => editStopped(place, undefined),
      /MISSING_RUN: \S+ holds run 1, 2, 3, 4, 5, 6 of 20, and does not say that it stopped early/
    ],
    [
      "if it stopped after more runs than there were to be",
      (place) => editStopped(place, { after: 6, of: 5, rules: [] }),
      /DAMAGED_CASSETTE: \S+ says that it stopped after run 6 of 5\./
    ],
    [
      "if its runs do not decide",
      (place) => edit(place, (text) => text.replace(/^(.*"index":3,.*)"end_turn"/m, '$1"max_tokens"')),
      /MISSING_RUN: \S+ stopped after run 6 of 20, and its runs do not decide the cell\./
    ],
    [
      "if its header cannot be read",
      (place) => editStopped(place, { after: 0, of: 20, rules: [] }),
      /DAMAGED_CASSETTE: \S+, line 1, stopped\.after/
    ]
  ]
  test.each(forged)("%s", async (_, change, sentence) => {
    await using place = await recordedPlace()
    change(place)
    const { code, stdout } = await place.run(suite)
    assert.deepEqual([code, stdout.match(sentence) !== null], [2, true], stdout)
    const checked = await startPasshat("bun", ["check", suite, "--cassettes", join(place.folder, "cassettes")]).finished
    assert.equal(checked.code, 2, checked.stdout)
  })
})
