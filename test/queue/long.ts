/**
 * The long form of the tests of queues: `npm run test:queue [-- storm throughput rate memory enqueue overhead]`. It prints its figures, and
 * ends with an error code if one of them is not what is promised.
 */
import { existsSync, readFileSync } from "node:fs"
import { loadavg } from "node:os"
import { join } from "node:path"
import { noPostgres } from "../postgres/server.ts"
import type { Started } from "../app/project.ts"
import {
  eventually,
  type Fleet,
  type FleetQueue,
  flaws,
  keptRuns,
  openFleet,
  type Runtime,
  suiteFile,
  timeless
} from "./fleet.ts"

const everyRuntime: ReadonlyArray<Runtime> = ["bun", "node", "deno"]

interface Figure {
  readonly name: string
  readonly value: string
  readonly isHeld: boolean
}

const figure = (name: string, value: string, isHeld = true): Figure => ({ name, value, isHeld })

/** Numbers that look random, the same in every run of a seed. */
const diceOf = (seed: number) => (): number => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Workers of a queue by name; one that ends is started again until it is told otherwise. */
const crew = (queue: FleetQueue, args: ReadonlyArray<string>) => {
  const all = new Map<string, Started>()
  const start = (name: string, runtime: Runtime): void => {
    all.set(name, queue.start(runtime, ["work", suiteFile, "--name", name, ...args]))
  }
  const end = async (signal: NodeJS.Signals, names = [...all.keys()]): Promise<ReadonlyArray<string>> => {
    const ending = names.map((name) => all.get(name)!)
    for (const { child } of ending) child.kill(signal)
    return (await Promise.all(ending.map(({ finished }) => finished))).map(({ stderr }) => stderr)
  }
  return { all, start, end }
}

const runtimeOf = (at: number): Runtime => everyRuntime[at % everyRuntime.length]!

/** 5,000 runs, 8 workers, 20 kills and 5 crashes of the database, against the recordings of one machine. */
const storm = async (fleet: Fleet): Promise<ReadonlyArray<Figure>> => {
  const size = { cells: 50, runs: 100 }
  const total = size.cells * size.runs
  const [kills, crashes] = [20, 5]
  const dice = diceOf(20_261_117)
  const given = { CELLS: String(size.cells), RUNS: String(size.runs), KINDS: "driven,single" }
  const queue = await fleet.queue("storm", given)
  await queue.passhat(["record", suiteFile, "--detach", "--cassettes", queue.cassettes])
  const { all, end, start } = crew(queue, ["--concurrency", "4"])
  const names = Array.from({ length: 8 }, (_, at) => `worker-${at + 1}`)
  for (const [at, name] of names.entries()) start(name, runtimeOf(at))
  const began = performance.now()
  const events = [...Array.from({ length: kills }, () => "kill"), ...Array.from({ length: crashes }, () => "crash")]
    .map((kind) => ({ kind, after: Math.floor(total * (0.02 + 0.9 * dice())) }))
    .toSorted((a, b) => a.after - b.after)
  for (const { after, kind } of events) {
    await eventually(`${after} runs are kept`, async () => (await keptRuns(queue)) >= after, 900)
    if (kind === "crash") {
      await fleet.postgres.crash()
      await sleep(1_000 * dice())
      await fleet.postgres.start()
      continue
    }
    const at = Math.floor(dice() * names.length)
    await end("SIGKILL", [names[at]!])
    start(names[at]!, runtimeOf(at + Math.floor(dice() * 3)))
  }
  await eventually("every run is kept", async () => (await keptRuns(queue)) >= total, 900)
  const seconds = (performance.now() - began) / 1_000
  await end("SIGTERM")
  const found = await flaws(fleet, queue, size)
  const begun = (await fleet.asked()).filter(({ run, turn }) => run > 0 && turn === 1).length
  const collected = await queue.passhat(["collect", suiteFile, "--cassettes", queue.cassettes])
  // The checks themselves: a result that is deleted, and a run that is begun once more, are noticed.
  await queue.query("DELETE FROM passhat.results WHERE index = 7 AND cell LIKE '%cell-1/%'")
  await fetch(fleet.standin, { method: "POST", body: JSON.stringify({ cell: "queued/cell-1/asker", run: 1, turn: 1 }) })
  const noticed = await flaws(fleet, queue, size)
  const alone = join(fleet.folder, "alone")
  const recorded = await queue.passhat(["record", suiteFile, "--cassettes", alone, "--quiet", "--concurrency", "32"], {
    PASSHAT_QUEUE: ""
  })
  const [theirs, its] = [timeless(queue.cassettes), timeless(alone)]
  const recordings = size.cells / 2 + total / 2
  const isEqual =
    its.size === recordings && [...its].every(([name, text]) => theirs.get(name) === text) && theirs.size === its.size
  return [
    figure(
      "storm: runs, workers, kill -9, crashes of the database",
      `${total}, ${all.size}, ${kills}, ${crashes} in ${seconds.toFixed(0)} s`
    ),
    figure(
      "storm: runs lost, recorded twice, or asking after they were kept",
      String(found.length),
      found.length === 0
    ),
    ...found.slice(0, 5).map((one) => figure("storm:", one, false)),
    figure("storm: runs that were begun more than once, none of them after it was kept", String(begun - total)),
    figure("storm: collect", `exit ${collected.code}`, collected.code === 0),
    figure(
      "storm: recordings as those of one machine, times aside",
      isEqual ? "yes" : `no (exit ${recorded.code})`,
      isEqual
    ),
    figure(
      "storm: control, a deleted result and a run begun again are noticed",
      String(noticed.length),
      noticed.length === 2
    )
  ]
}

/** Workers that are there and idle, and then runs for them. */
const measured = async (
  fleet: Fleet,
  name: string,
  workers: number,
  args: ReadonlyArray<string>,
  given: { readonly kinds: string; readonly runs: number }
) => {
  const env = { CELLS: "1", KINDS: given.kinds, TURNS: "1" }
  const queue = await fleet.queue(name, { ...env, RUNS: String(given.runs) })
  const record = ["record", suiteFile, "--detach", "--cassettes", queue.cassettes]
  const { end, start } = crew(queue, args)
  await queue.passhat([...record, "--runs", "1"])
  for (let at = 0; at < workers; at++) start(`w${at + 1}`, runtimeOf(at))
  const connected = "SELECT DISTINCT application_name FROM pg_stat_activity WHERE application_name LIKE 'passhat w%'"
  await eventually(
    "every worker is there",
    async () => (await queue.query(connected)).length === workers && (await keptRuns(queue)) === 1,
    180
  )
  await sleep(3_000)
  return { queue, end, enqueue: (more: ReadonlyArray<string> = []) => queue.passhat([...record, ...more]) }
}

/** Of one answer of 200 ms a run and a worker, what is reached of the runs that are possible. */
const throughput = async (fleet: Fleet): Promise<ReadonlyArray<Figure>> => {
  const figures: Array<Figure> = []
  for (const workers of [1, 2, 4, 8]) {
    const runs = workers * 75
    const { end, enqueue, queue } = await measured(fleet, `through${workers}`, workers, ["--concurrency", "1"], {
      kinds: "driven",
      runs
    })
    await enqueue()
    await eventually("every run is kept", async () => (await keptRuns(queue)) >= runs, 300)
    const [row] = await queue.query(
      "SELECT extract(epoch FROM max(kept_at) - min(started_at)) * 1000 AS ms FROM passhat.runs WHERE index > 1"
    )
    await end("SIGTERM")
    const share = (((runs - 1) * 200) / workers / Number(row?.["ms"])) * 100
    figures.push(
      figure(
        `throughput: ${workers} workers of concurrency 1, answers of 200 ms`,
        `${share.toFixed(1)} % of theory (load ${loadavg()[0]?.toFixed(1)})`,
        share >= 85
      )
    )
  }
  return figures
}

/** A limit of 600 requests a minute, which eight workers would exceed many times over. */
const rate = async (fleet: Fleet): Promise<ReadonlyArray<Figure>> => {
  const limit = 600
  const { end, enqueue, queue } = await measured(fleet, "rate", 8, ["--concurrency", "4"], {
    kinds: "asked",
    runs: 5_000
  })
  const from = Date.now()
  await enqueue(["--rate", `asked=${limit}/min`])
  await sleep(95_000)
  await end("SIGTERM")
  const times = (await fleet.asked()).filter(({ at, run }) => run === 0 && at > from).map(({ at }) => at)
  // The first ten seconds are left out: limits may give away at first what was not used before.
  const steady = times.filter((at) => at >= times[0]! + 10_000)
  const windows = steady.flatMap((start, first) => {
    const last = steady.findLastIndex((at) => at < start + 60_000)
    return start + 60_000 <= times.at(-1)! ? [last - first + 1] : []
  })
  const [most, least] = [Math.max(...windows), Math.min(...windows)]
  await queue.query("SELECT 1")
  return [
    figure(
      `rate: most requests in a minute, of ${limit} allowed`,
      `${most} (${((most / limit) * 100).toFixed(1)} %)`,
      most <= limit * 1.02
    ),
    figure(
      `rate: fewest requests in a minute, of ${limit} allowed`,
      `${least} (${((least / limit) * 100).toFixed(1)} %)`,
      least >= limit * 0.95
    )
  ]
}

/** The memory of one worker over 10,000 runs, by what the system says of it. Deno keeps some kilobytes a run, as the soak longLife shows. */
const memory = async (fleet: Fleet): Promise<ReadonlyArray<Figure>> => {
  const figures: Array<Figure> = []
  for (const runtime of everyRuntime) {
    const runs = 10_000
    const queue = await fleet.queue(`memory_${runtime}`, {
      CELLS: "1",
      KINDS: "driven",
      TURNS: "1",
      RUNS: String(runs)
    })
    await queue.passhat(["record", suiteFile, "--detach", "--cassettes", queue.cassettes])
    const { all, end, start } = crew(queue, ["--concurrency", "16"])
    start("one", runtime)
    const { pid } = all.get("one")!.child
    const samples: Array<{ readonly kept: number; readonly kib: number }> = []
    for (let kept = 0; kept < runs; kept = await keptRuns(queue)) {
      if (existsSync(`/proc/${pid}/status`)) {
        const kib = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1])
        samples.push({ kept, kib })
      }
      await sleep(250)
    }
    await end("SIGTERM")
    const between = (from: number, to: number): number => {
      const found = samples
        .filter(({ kept }) => kept >= runs * from && kept < runs * to)
        .map(({ kib }) => kib)
        .toSorted((a, b) => a - b)
      return found[Math.floor(found.length / 2)] ?? Number.NaN
    }
    const [early, late] = [between(0.2, 0.4), between(0.8, 1)]
    const growth = (late / early - 1) * 100
    figures.push(
      figure(
        `memory: a worker on ${runtime} over ${runs} runs`,
        `${(early / 1024).toFixed(0)} MiB after 3,000, ${(late / 1024).toFixed(0)} MiB after 9,000 (${growth.toFixed(1)} %)`,
        growth < (runtime === "deno" ? 25 : 15)
      )
    )
  }
  return figures
}

const enqueue = async (fleet: Fleet): Promise<ReadonlyArray<Figure>> => {
  const queue = await fleet.queue("enqueue", { CELLS: "100", RUNS: "1000", KINDS: "driven" })
  const began = performance.now()
  const { code } = await queue.passhat(["record", suiteFile, "--detach", "--cassettes", queue.cassettes])
  const seconds = (performance.now() - began) / 1_000
  return [
    figure(
      "enqueue: 100,000 runs by passhat record --detach",
      `${seconds.toFixed(1)} s (load ${loadavg()[0]?.toFixed(1)})`,
      code === 0 && seconds < 30
    )
  ]
}

/** What a run costs more on a queue than in a recording on this machine, one after the other. */
const overhead = async (fleet: Fleet): Promise<ReadonlyArray<Figure>> => {
  const runs = 1_000
  const {
    end,
    enqueue: offer,
    queue
  } = await measured(fleet, "overhead", 1, ["--concurrency", "1"], { kinds: "driven", runs })
  await offer()
  await eventually("every run is kept", async () => (await keptRuns(queue)) >= runs, 300)
  const [row] = await queue.query(
    "SELECT extract(epoch FROM max(kept_at) - min(started_at)) * 1000 AS ms FROM passhat.runs WHERE index > 1"
  )
  await end("SIGTERM")
  const times = (await fleet.asked()).filter(({ run }) => run > 0).map(({ at }) => at)
  const whole = Number(row?.["ms"]) / (runs - 1)
  return [
    figure(
      "overhead: a run on a queue, one after the other, its answer included",
      `${whole.toFixed(1)} ms (answer ${overheadMs} ms, load ${loadavg()[0]?.toFixed(1)}, ${times.length} asked)`,
      whole - overheadMs < 10 + 5
    )
  ]
}

const overheadMs = 1

const phases = {
  storm: [20, storm],
  throughput: [200, throughput],
  rate: [20, rate],
  memory: [1, memory],
  enqueue: [1, enqueue],
  overhead: [overheadMs, overhead]
} as const

const asked = process.argv.slice(2)
const chosen = Object.entries(phases).filter(([name]) => asked.length === 0 || asked.includes(name))
if (noPostgres !== undefined) {
  console.log(`Skipped. ${noPostgres}`)
  process.exit(0)
}
let failed = 0
for (const [, [answerMs, phase]] of chosen) {
  const fleet = await openFleet(answerMs)
  try {
    for (const { isHeld, name, value } of await phase(fleet)) {
      console.log(`${isHeld ? "ok  " : "FAIL"}  ${name}: ${value}`)
      if (!isHeld) failed++
    }
  } finally {
    await fleet.close()
  }
}
console.log(failed === 0 ? "all held" : `${failed} not held`)
process.exitCode = failed === 0 ? 0 : 1
