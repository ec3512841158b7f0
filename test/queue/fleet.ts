/**
 * A queue in a real PostgreSQL, a stand-in that counts what it is asked, and workers that are processes of their own, on every runtime.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { withoutSums } from "../engine/cassette/lasting.ts"
import type { Runtime } from "../app/everyRuntime.ts"
import { begin, type Finished, passhatCommand, root, type Started } from "../app/project.ts"
import { startPostgres } from "../postgres/server.ts"
import type { Noted } from "../standin/counting.ts"

export type { Runtime } from "../app/everyRuntime.ts"
export const suiteFile = "test/queue/workload/suite.ts"

type Variables = Readonly<Record<string, string>>

/** Everything that it starts ends with `close`. */
export const openFleet = async (answerMs: number) => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-fleet-"))
  const postgres = await startPostgres()
  const counting = spawn(
    join(root, "node_modules/.bin/bun"),
    ["run", join(root, "test/standin/counting.ts"), String(answerMs)],
    { stdio: ["ignore", "pipe", "inherit"] }
  )
  const [address] = (await once(counting.stdout, "data")) as [Buffer]
  const standin = String(address).trim()
  const children = new Set<ChildProcess>()
  const start = (runtime: Runtime, args: ReadonlyArray<string>, env: Variables): Started => {
    const started = begin(passhatCommand(runtime, args), { env: { STANDIN: standin, ...env } })
    children.add(started.child)
    void started.finished.then(() => children.delete(started.child))
    return started
  }
  return {
    folder,
    postgres,
    standin,
    start,
    /** An empty queue, and what is done with it. */
    queue: async (name: string, given: Variables) => {
      const url = await postgres.database(name)
      const env = { PASSHAT_QUEUE: url, PASSHAT_CACHE: join(folder, name, "cache"), ...given }
      const made = await start("bun", ["queue", "init"], env).finished
      if (made.code !== 0) throw new Error(made.stderr)
      return {
        url,
        env,
        cassettes: join(folder, name, "cassettes"),
        start: (runtime: Runtime, args: ReadonlyArray<string>, more: Variables = {}) =>
          start(runtime, args, { ...env, ...more }),
        /** Runs a command of passhat to its end. */
        passhat: (args: ReadonlyArray<string>, more: Variables = {}): Promise<Finished> =>
          start("bun", args, { ...env, ...more }).finished,
        query: (text: string) => postgres.query(url, text)
      }
    },
    /** What the stand-in was asked. */
    asked: async (): Promise<ReadonlyArray<Noted>> =>
      (await (await fetch(standin)).text())
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Noted),
    close: async (): Promise<void> => {
      for (const child of children) child.kill("SIGKILL")
      counting.kill()
      await postgres.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

export type Fleet = Awaited<ReturnType<typeof openFleet>>
export type FleetQueue = Awaited<ReturnType<Fleet["queue"]>>

/** Asks again until it is so. */
export const eventually = async (what: string, isSo: () => Promise<boolean>, seconds = 60): Promise<void> => {
  for (let left = seconds * 10; !(await isSo().catch(() => false)); left--) {
    if (left === 0) throw new Error(`Not within ${seconds} seconds: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export const keptRuns = async ({ query }: FleetQueue): Promise<number> =>
  Number((await query("SELECT count(*) FROM passhat.results"))[0]?.["count"])

/** Makes as if the leases of a worker that was killed had run out. */
export const leasesEnd = ({ query }: FleetQueue, worker: string) =>
  query(
    `UPDATE passhat.queue q SET acquired_at = acquired_at - interval '31 seconds' FROM passhat.runs r
    WHERE q.queue_name = r.plan AND q.id = r.unit AND r.worker = '${worker}' AND q.acquired_at IS NOT NULL`
  )

/** The recordings in a folder with the data beside them, by their names, without what a clock has written into them. */
export const timeless = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:jsonl|base64)$/.test(name))
      .toSorted()
      .map((name) => [name, withoutSums(readFileSync(join(folder, name), "utf8")).replaceAll(TIMES, '"$1":0')])
  )

const TIMES = /"(recorded_at|latency_ms|virtual_ms)":(?:"[^"]*"|[\d.]+)/g

/** What is wrong with what a fleet has recorded; empty if each run was recorded once, and none asked for anything after it was. */
export const flaws = async (
  fleet: Fleet,
  queue: FleetQueue,
  { cells, runs }: { readonly cells: number; readonly runs: number }
): Promise<ReadonlyArray<string>> => {
  const kept = await queue.query(
    "SELECT cell, index, extract(epoch FROM kept_at) * 1000 AS at FROM passhat.runs WHERE kept_at IS NOT NULL"
  )
  const results = await queue.query(
    "SELECT cell, index, count(*)::int AS count FROM passhat.results GROUP BY cell, index"
  )
  const keptAt = new Map(kept.map(({ at, cell, index }) => [`${String(cell)} ${String(index)}`, Number(at)]))
  const late = (await fleet.asked()).filter(
    ({ at, cell, run }) => run > 0 && at > (keptAt.get(`${cell} ${run}`) ?? Number.POSITIVE_INFINITY)
  )
  return [
    ...(kept.length === cells * runs ? [] : [`${kept.length} of ${cells * runs} runs are kept`]),
    ...(results.length === cells * runs ? [] : [`${results.length} of ${cells * runs} runs have a result`]),
    ...results
      .filter(({ count }) => count !== 1)
      .map(({ cell, index }) => `${String(cell)}, run ${String(index)} is there twice`),
    ...late.map(({ cell, run }) => `${cell}, run ${run} asked for something after it was kept`)
  ]
}
