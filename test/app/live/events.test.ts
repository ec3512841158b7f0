/**
 * `--reporter ndjson` while agents run for real.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { hung } from "../../standin/faults.ts"
import { studio } from "./studio.ts"

setDefaultTimeout(60_000)

const greeting = "test/app/live/suites/greeting.ts"
const hello = { scripts: () => [{ turns: [{ text: "Hello." }] }] }
const ndjson = ["--reporter", "ndjson"]

const eventsIn = (text: string): ReadonlyArray<{ readonly event: string; readonly run?: number }> =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))

describe.concurrent("--reporter ndjson", () => {
  test("a run is told with its verdict while the next one is still going on", async () => {
    await using place = await studio({ ...hello, faults: (number) => (number === 1 ? undefined : hung) })
    const { child, finished } = place.start(greeting, ["--record", "--concurrency", "1", ...ndjson])
    let text = ""
    await new Promise<void>((resolve) =>
      child.stdout?.on("data", (chunk) => {
        text += chunk
        if (/"event":"run-started"[^\n]*"run":2/.test(text)) resolve()
      })
    )
    const before = eventsIn(text).map(({ event, run }) => `${event} ${run ?? ""}`.trim())
    assert.deepEqual(before, ["start", "run-started 1", "run-finished 1", "run-started 2"])
    child.kill("SIGINT")
    const { code, stdout } = await finished
    assert.equal(code, 130)
    const all = eventsIn(stdout)
    assert.partialDeepStrictEqual(all.at(-1), { event: "end", status: "interrupted", verdict: "none" })
    for (const event of ["run-started", "run-finished"]) {
      const runs = all.filter((one) => one.event === event).map(({ run }) => run)
      assert.deepEqual(runs, [1, 2, 3, 4, 5, 6, 7, 8])
    }
  })

  test("what is told live is what the replay tells in the order of the plan, to the letter of each line", async () => {
    await using place = await studio(hello)
    const live = await place.run(greeting, ["--record", "--concurrency", "4", ...ndjson])
    const replayed = await place.run(greeting, ndjson)
    const again = await place.run(greeting, [...ndjson, "--concurrency", "1"], { runtime: "deno" })
    assert.equal(live.code, 0, live.stderr)
    assert.equal(again.stdout, replayed.stdout)
    assert.deepEqual(live.stdout.split("\n").toSorted(), replayed.stdout.split("\n").toSorted())
    assert.deepEqual(
      eventsIn(replayed.stdout).flatMap(({ event, run }) => (event === "run-finished" ? [run] : [])),
      [1, 2, 3, 4, 5, 6, 7, 8]
    )
  })

  test("a file is written like standard output, beside another report", async () => {
    await using place = await studio(hello)
    const file = join(place.folder, "deep/events.ndjson")
    const { code, stdout } = await place.run(greeting, [
      "--record",
      "--reporter",
      `ndjson=${file}`,
      "--reporter",
      "agent"
    ])
    assert.equal(code, 0)
    assert.match(stdout, /^PASS: /)
    const all = eventsIn(readFileSync(file, "utf8"))
    assert.deepEqual([all[0]?.event, all.at(-1)?.event, all.length], ["start", "end", 20])
  })

  test("a file that cannot be written costs nothing: exit 2 before anybody is asked", async () => {
    await using place = await studio(hello)
    const { code, stderr } = await place.run(greeting, ["--record", "--reporter", "ndjson=/dev/null/events"])
    assert.deepEqual([code, place.requests.length], [2, 0])
    assert.match(stderr, /^The report could not be written to \/dev\/null\/events: .* or choose another file\.\n$/)
  })
})

test("failures so far are counted where there is no terminal, too", async () => {
  await using place = await studio({ scripts: () => [{ turns: [{ text: "Hi.", stop_reason: "max_tokens" }] }] })
  const { code, stderr } = await place.run(greeting, ["--record", "--concurrency", "1"])
  assert.equal(code, 1)
  assert.deepEqual(
    stderr
      .trimEnd()
      .split("\n")
      .map((line) => /^(\d) of 8 runs, (\d) not green, \d+ tokens$/.exec(line)?.slice(1)),
    ["1", "2", "3", "4", "5", "6", "7", "8"].map((done) => [done, done])
  )
})
