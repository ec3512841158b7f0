/**
 * Suites that are told to stop in the middle of a live run, with servers that do not listen.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import * as Result from "effect/Result"
import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { eventually, hasProc, marked, newMark } from "../../layers/live/mcp/session.ts"
import { hung } from "../../standin/faults.ts"
import type { Started } from "../project.ts"
import { runsIn, studio } from "./studio.ts"

setDefaultTimeout(60_000)

const suite = "test/cli/live/suites/deaf.ts"
const journal = "cassettes/deaf/is-not-heard/claude-sonnet-4-5.jsonl.journal"
/** The server of a run, a child of its, and another that has left its group. */
const PROCESSES = 3

/** The first run gets its answer, and the second waits for one. */
const waiting = {
  scripts: () => [{ turns: [{ text: "I stopped." }] }],
  faults: (number: number) => (number === 1 ? undefined : hung)
}

type Studio = Awaited<ReturnType<typeof studio>>

/** Starts recording, and comes back in the middle of the second run. */
const recording = async (place: Studio, mark: string, runtime: "bun" | "deno"): Promise<Started> => {
  const args = ["--record", "--concurrency", "1", "--reporter", "json"]
  const started = place.start(suite, args, { env: { MARK: mark }, runtime })
  await eventually(() => place.requests.length === 2 && marked(mark).length >= PROCESSES, 30_000)
  return started
}

const seconds = async (work: Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work
  return (performance.now() - start) / 1000
}

/** The processes that a process has started itself: its servers, and what watches over them. */
const childrenOf = (pid = 0): ReadonlyArray<string> =>
  readdirSync(`/proc/${pid}/task`).flatMap(
    (thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").match(/\d+/g) ?? []
  )

/** A process that has ended, and only waits to be noticed, has no command any more. */
const hasEnded = (pid: string): boolean =>
  Result.getOrElse(
    Result.try(() => readFileSync(`/proc/${pid}/cmdline`, "utf8")),
    () => ""
  ) === ""

describe.concurrent.skipIf(!hasProc)("a live run with servers that ignore the end of their input and SIGTERM", () => {
  test.each([
    ["SIGINT", 130, "bun"],
    ["SIGINT", 130, "deno"],
    ["SIGTERM", 143, "bun"]
  ] as const)(
    "%s ends it within 4 s with %d on %s: nothing is left running, and nothing that was finished is lost",
    async (signal, expected, runtime) => {
      const mark = newMark()
      await using place = await studio(waiting)
      const { child, finished } = await recording(place, mark, runtime)
      const children = childrenOf(child.pid)
      child.kill(signal)
      const took = await seconds(finished)
      assert.ok(took < 4, `${took} s`)
      await eventually(() => marked(mark).length === 0 && children.every(hasEnded), 2000)
      const { code, stdout } = await finished
      assert.equal(code, expected)
      const { status, suites, verdict } = JSON.parse(stdout)
      assert.deepEqual([status, verdict], ["interrupted", "none"])
      assert.deepEqual(
        suites[0].cells[0].runs.map((run: { readonly verdict: string }) => run.verdict),
        ["pass", "none", "none"]
      )
      assert.deepEqual(runsIn(place.files().get(journal)), [1])
    }
  )

  test("kill -9 leaves nothing running 5 s later, and loses nothing that was finished", async () => {
    const mark = newMark()
    await using place = await studio(waiting)
    const { child, finished } = await recording(place, mark, "bun")
    const children = childrenOf(child.pid)
    assert.ok(children.length >= 2)
    child.kill("SIGKILL")
    await eventually(() => marked(mark).length === 0 && children.every(hasEnded), 5000)
    await finished
    assert.deepEqual(runsIn(place.files().get(journal)), [1])
  })
})
