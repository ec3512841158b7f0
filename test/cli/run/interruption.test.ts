/**
 * Ctrl-C while a suite winds down: wrappers such as npm deliver each signal twice, and an impatient user sends another one.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { on } from "node:events"
import { emptyProject, everyRuntime } from "../project.ts"

setDefaultTimeout(60_000)

/** The second run hangs; what comes after each run takes its time. */
const slow = (afterMs: number) => `
import { after, agent, driver, equals, expect, main, runs, suite } from "passhat"
let count = 0
const its = driver("its", "1", () => {
  if (++count === 1) return "done"
  process.stderr.write("hanging\\n")
  return new Promise(() => {})
})
const rest = () => new Promise((resolve) => setTimeout(resolve, count === 2 ? ${afterMs} : 0))
const slow = suite("slow", agent("acts", { driver: its, servers: [], prompt: "p" }).pipe(
  runs(3), after(rest), expect("stop_reason", equals("end_turn"))
))
export default slow
await main(import.meta, slow)
`

const record = ["--record", "--concurrency", "1", "--reporter", "json"]
const LONG_MS = 50_000

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

/** Sends a signal at each of these times after the second run began to hang. */
const signalled = async (runtime: (typeof everyRuntime)[number], afterMs: number, times: ReadonlyArray<number>) => {
  using user = emptyProject({ "package.json": `{ "type": "module" }\n`, "suites/slow.ts": slow(afterMs) })
  const { child, finished } = user.start("suites/slow.ts", record, { runtime })
  for await (const [chunk] of on(child.stderr!, "data")) if (String(chunk).includes("hanging")) break
  const begin = performance.now()
  for (const time of times) {
    await pause(Math.max(0, begin + time - performance.now()))
    child.kill("SIGINT")
  }
  const last = performance.now()
  const { code, stdout } = await finished
  const journal = user.read("cassettes/slow/acts/its.jsonl.journal")
  assert.deepEqual([/"index":1/.test(journal), /"index":2/.test(journal)], [true, false])
  return { code, stdout, took: performance.now() - last }
}

describe.concurrent.each(everyRuntime)("on %s", (runtime) => {
  test.each([[[0, 0]], [[0, 50]]])("signals at %j ms are one: a report follows", async (times) => {
    const { code, stdout } = await signalled(runtime, 1000, times)
    assert.equal(code, 130)
    const { status, suites, verdict } = JSON.parse(stdout)
    assert.deepEqual([status, verdict], ["interrupted", "none"])
    assert.deepEqual(
      suites[0].cells[0].runs.map((run: { readonly verdict: string }) => run.verdict),
      ["pass", "none", "none"]
    )
  })

  test.each([[[0, 600]], [[0, 50, 2000]]])("signals at %j ms end it at once, without", async (times) => {
    const { code, stdout, took } = await signalled(runtime, LONG_MS, times)
    assert.deepEqual([code, stdout], [130, ""])
    assert.ok(took < 10_000, `${took} ms`)
  })
})
