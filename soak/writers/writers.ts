/**
 * Many processes that record the same cassette, or label the same runs, at once.
 */
import { watch } from "node:fs"
import { inspect, inspectEnd } from "../recording/inspect.ts"
import * as Space from "../recording/workspace.ts"
import type { Soak } from "../Soak.ts"
import { labelTogether } from "./labels.ts"

const WRITERS = 12
const ROUNDS = { long: 60, short: 4 }
/** Rounds of recorders for each round of labels. */
const RECORDERS_PER_LABELS = 2
const UMASK = 0o022
/** Of a refusal, after its recorder was told to go: far above what it takes, and far below a recorder that waits. */
const SLOWEST_MS = 30_000

export const soak: Soak = {
  name: "writers",
  promise:
    "Of many processes that record the same cassette one does, and the others get an error with its process at once; the lock of one that was killed is taken over. " +
    "Of labels that several processes write at once all are kept, and what a killed one left is removed.",
  trials: "rounds of 12 recording processes",
  sabotages: [
    {
      name: "lockIgnored",
      breaks: "a recorder goes on although another one has the lock",
      file: "src/engine/layers/record/lock.ts",
      find: "if (yield* create(path, claim)) return\n",
      put: "yield* create(path, claim)\n    return\n"
    },
    {
      name: "staleLockKept",
      breaks: "the lock of a process that was killed is kept for ever",
      file: "src/engine/layers/record/lock.ts",
      find: "holder === undefined || isRunning(holder)",
      put: "holder === undefined || holder.pid > 0"
    },
    {
      name: "holderUnnamed",
      breaks: "the refusal does not say which process has the lock",
      file: "src/engine/layers/record/cassettes.ts",
      find: "holder === undefined ? ",
      put: "holder !== undefined ? "
    },
    {
      name: "labelsUnlocked",
      breaks: "two processes write labels at once",
      file: "src/features/labels/labels.ts",
      find: 'lockForWriting(file.replace(/\\.jsonl$/, ""), [file])',
      put: "Effect.void"
    },
    {
      name: "labelsLeft",
      breaks: "the temporary file of a process that was killed while it wrote labels stays",
      file: "src/engine/layers/record/lock.ts",
      find: "Effect.forEach([name, ...files], sweep)",
      put: "Effect.forEach([name], sweep)"
    }
  ],
  run: async ({ long, say }) => {
    using program = await Space.recorderProgram()
    const whole = await Space.wholeCassette()
    const rounds = long ? ROUNDS.long : ROUNDS.short
    const offences: Array<string> = []
    let slowest = 0
    let [labels, refused, stale] = [0, 0, 0]
    for (let round = 0; round < rounds; round++) {
      const isStale = round % 2 === 1
      const found = await recordTogether(program.path, whole, isStale)
      if (isStale) stale += 1
      refused += found.refused
      slowest = Math.max(slowest, found.slowest)
      offences.push(...found.offences.map((what) => `Round ${round}${isStale ? ", with a stale lock" : ""}: ${what}.`))
      if (round % RECORDERS_PER_LABELS === 0) {
        labels += 1
        offences.push(...(await labelTogether()).map((what) => `Round ${round}, labels: ${what}.`))
      }
      if (round % 10 === 9) say(`${round + 1} of ${rounds} rounds`)
    }
    return {
      tried: rounds,
      offences,
      figures: {
        "rounds with the lock of a killed process": stale,
        "recorders that were refused": refused,
        "rounds of 45 labels by 3 processes, after a kill": labels,
        "slowest refusal": `${Math.round(slowest)} ms`
      }
    }
  }
}

/** One round. */
const recordTogether = async (program: string, whole: string, isStale: boolean) => {
  using space = Space.workspace()
  const promised = { old: undefined, whole, umask: UMASK }
  const starting = { program, mode: "missing", umask: UMASK, runtime: "Bun" } as const
  const before = isStale ? await killedHolder(space, starting) : []
  const recorders = Array.from({ length: WRITERS }, () => Space.startRecorder(space, starting))
  await Promise.all(recorders.map(({ ready }) => ready))
  const began = performance.now()
  for (const { go } of recorders) go()
  const ends = await Promise.all(
    recorders.map(async ({ ended, pid }) => ({ ...(await ended), pid, ms: performance.now() - began }))
  )
  const pids = new Set(ends.map(({ pid }) => pid))
  const losers = ends.filter(({ code }) => code === 3)
  const files = Space.filesIn(space)
  const offences = [
    ...before,
    ...inspect(files, Space.logOf(space), promised),
    ...inspectEnd(files, promised),
    ...twice(Space.logOf(space)).map((run) => `run ${run} was performed twice`),
    ...(ends.some(({ code }) => code === 0) ? [] : ["no recorder came to its end"]),
    ...ends.flatMap(({ code, said }) => (code === 0 || code === 3 ? [] : [`exit code ${code}: ${said.trim()}`])),
    ...losers.flatMap(({ said }) => (isNamed(said, pids) ? [] : [`the refusal names no recorder: ${said.trim()}`])),
    ...losers.flatMap(({ ms }) => (ms < SLOWEST_MS ? [] : [`a refusal took ${Math.round(ms)} ms`]))
  ]
  return { offences, refused: losers.length, slowest: Math.max(0, ...losers.map(({ ms }) => ms)) }
}

const isNamed = (said: string, pids: ReadonlySet<number | undefined>): boolean => {
  const [, pid] = said.match(/^cassettes\/eight\/runs\/model\.jsonl is being recorded by process (\d+)\.\n$/) ?? []
  return pids.has(Number(pid))
}

/** Of the runs that were performed after the killed process, which may have been in the middle of two. */
const twice = (log: ReadonlyArray<string>): ReadonlyArray<string> => {
  const performed = log.slice(log.lastIndexOf(KILLED) + 1).filter((line) => line.startsWith("performed"))
  return performed.filter((line, at) => performed.indexOf(line) !== at).map((line) => line.split(" ")[2] ?? "")
}

const KILLED = "killed"

/** A recorder that is killed as soon as it has the lock. */
const killedHolder = async (space: Space.Workspace, starting: Space.Starting): Promise<ReadonlyArray<string>> => {
  const recorder = Space.startRecorder(space, starting)
  await recorder.ready
  const watcher = watch(space.folder, (_, name) => name?.endsWith(".jsonl.lock") === true && recorder.kill())
  recorder.go()
  const { code } = await recorder.ended
  watcher.close()
  Space.note(space, KILLED)
  return code === null && Space.filesIn(space).has("model.jsonl.lock")
    ? []
    : ["the holder was not killed with its lock"]
}
