/**
 * Ctrl-C while a suite winds down: wrappers such as npm deliver each signal twice, and an impatient user sends another one. And
 * Ctrl-C while code of a suite blocks the event loop, so that no listener of signals is called.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { on } from "node:events"
import { readdirSync, readFileSync } from "node:fs"
import * as Result from "effect/Result"
import { eventually, hasProc } from "../../processes.ts"
import { casesOn, everyRuntime, type Runtime } from "../everyRuntime.ts"
import { emptyProject, type Started } from "../project.ts"

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
const rest = () => {
  if (count === 2) process.stderr.write("resting\\n")
  return new Promise((resolve) => setTimeout(resolve, count === 2 ? ${afterMs} : 0))
}
const slow = suite("slow", agent("acts", { driver: its, servers: [], prompt: "p" }).pipe(
  runs(3), after(rest), expect("stop_reason", equals("end_turn"))
))
export default slow
await main(import.meta, slow)
`

const spins = "for (;;);"
/** Costs no processor time. */
const waits = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)"

/** The second run never gives the event loop back. */
const blocking = (how: string) => `
import { agent, driver, equals, expect, main, runs, suite } from "passhat"
let count = 0
const its = driver("its", "1", async () => {
  if (++count === 1) return "done"
  process.stderr.write("hanging\\n")
  await new Promise((resolve) => setTimeout(resolve, 100))
  ${how}
})
const slow = suite("slow", agent("acts", { driver: its, servers: [], prompt: "p" }).pipe(
  runs(3), expect("stop_reason", equals("end_turn"))
))
export default slow
await main(import.meta, slow)
`

const record = ["--record", "--concurrency", "1", "--reporter", "json"]
const LONG_MS = 50_000

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

const projectOf = (suite: string) => emptyProject({ "package.json": `{ "type": "module" }\n`, "suites/slow.ts": suite })

type Project = ReturnType<typeof projectOf>

/** Comes back once the second run has begun. */
const hanging = async (user: Project, runtime: Runtime): Promise<Started> => {
  const started = user.start("suites/slow.ts", record, { runtime, detached: true })
  await says(started, "hanging")
  return started
}

const says = async ({ child }: Started, word: string): Promise<void> => {
  for await (const [chunk] of on(child.stderr!, "data")) if (String(chunk).includes(word)) return
}

const keepsFirstRunOnly = (user: Project): void => {
  const journal = user.read("cassettes/slow/acts/its.jsonl.journal")
  assert.deepEqual([/"index":1/.test(journal), /"index":2/.test(journal)], [true, false])
}

/** Ends an interrupted suite; `interrupt` sends the signals, and `resting` is when the suite has reacted to the first. */
const interrupted = async (
  runtime: Runtime,
  afterMs: number,
  interrupt: (send: () => void, resting: Promise<void>) => Promise<void>
) => {
  using user = projectOf(slow(afterMs))
  const started = await hanging(user, runtime)
  await interrupt(() => void started.child.kill("SIGINT"), says(started, "resting"))
  const { code, stdout } = await started.finished
  keepsFirstRunOnly(user)
  return { code, stdout }
}

/** A loaded machine may send the second signal much later than asked: how much later is returned. */
const doubled = async (runtime: Runtime, laterMs: number) => {
  let gap = 0
  const ended = await interrupted(runtime, 1000, async (send) => {
    const begin = performance.now()
    send()
    if (laterMs > 0) await pause(laterMs)
    send()
    gap = performance.now() - begin
  })
  return { ...ended, gap }
}

/** The processes of a group, zombies included. */
const inGroup = (group: number): ReadonlyArray<string> =>
  readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .filter((pid) => {
      const stat = Result.getOrElse(
        Result.try(() => readFileSync(`/proc/${pid}/stat`, "utf8")),
        () => ""
      )
      const [state, , itsGroup] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
      // A zombie has ended, and waits for the system to collect it.
      return itsGroup === String(group) && state !== "Z"
    })

describe.concurrent.each(everyRuntime)("on %s", (runtime) => {
  test.each(casesOn(runtime, [50, 0]))(
    "a signal and another %d ms later are one: a report follows",
    async (laterMs) => {
      let ended = await doubled(runtime, laterMs)
      while (ended.gap > 300) ended = await doubled(runtime, laterMs)
      assert.equal(ended.code, 130)
      const { status, suites, verdict } = JSON.parse(ended.stdout)
      assert.deepEqual([status, verdict], ["interrupted", "none"])
      assert.deepEqual(
        suites[0].cells[0].runs.map((run: { readonly verdict: string }) => run.verdict),
        ["pass", "none", "none"]
      )
    }
  )

  test.each(casesOn(runtime, [2, 1]))("%d signals and later ones end it at once, without", async (count) => {
    const begin = performance.now()
    const { code, stdout } = await interrupted(runtime, LONG_MS, async (send, resting) => {
      for (let at = 0; at < count; at++) send()
      await resting
      for (let at = 0; at < 5; at++) {
        await pause(600)
        send()
      }
    })
    assert.deepEqual([code, stdout], [130, ""])
    assert.ok(performance.now() - begin < LONG_MS)
  })

  test.skipIf(!hasProc).each([
    ["SIGINT", runtime === "bun" ? spins : waits],
    ["SIGTERM", waits]
  ] as const)(
    "%s to the group of a suite that blocks the event loop kills it, and the finished run is kept",
    async (signal, how) => {
      using user = projectOf(blocking(how))
      const { child, finished } = await hanging(user, runtime)
      const { pid = 0 } = child
      await pause(500)
      process.kill(-pid, signal)
      const late = setTimeout(() => process.kill(-pid, "SIGKILL"), 30_000)
      const { code, stderr, stdout } = await finished
      clearTimeout(late)
      assert.deepEqual([code, child.signalCode, stdout], [null, "SIGKILL", ""])
      assert.match(stderr, /^passhat did not react to a signal for 3 seconds, because code of a suite .+\.\n$/m)
      keepsFirstRunOnly(user)
      await eventually(() => inGroup(pid).length === 0, 20_000)
    }
  )

  test.skipIf(!hasProc)("a suite that reacts to a signal of its group leaves no process", async () => {
    using user = projectOf(slow(0))
    const { child, finished } = await hanging(user, runtime)
    const { pid = 0 } = child
    assert.ok(inGroup(pid).length > 1)
    process.kill(-pid, "SIGINT")
    const { code, stderr, stdout } = await finished
    assert.deepEqual([code, JSON.parse(stdout).status], [130, "interrupted"])
    assert.doesNotMatch(stderr, /did not react/)
    await eventually(() => inGroup(pid).length === 0, 20_000)
  })
})
