/**
 * Long life: a process that makes many live runs, watches many saves, or serves a page through many updates, holds no more after them
 * than before.
 */
import type { Sabotage, Soak } from "../Soak.ts"
import { exitsOn } from "./exits.ts"
import { growthOf, type Measured } from "./growth.ts"
import { type Lived, liveRuns } from "./liveRuns.ts"
import { everyRuntime, type Runtime } from "./process.ts"
import { viewedUpdates } from "./viewedUpdates.ts"
import { watchedSaves } from "./watchedSaves.ts"

/**
 * How many runs, saves and updates on each runtime, after how many of them the process is measured, and the bytes of a result: of few runs, what
 * is kept of one has to be much beside what the runtimes need for themselves.
 */
const SHORT = { runs: 24, everyRun: 2, saves: 6, everySave: 1, updates: 12, everyUpdate: 2, size: 500_000 }
const LONG = { runs: 10_000, everyRun: 100, saves: 2_000, everySave: 20, updates: 2_000, everyUpdate: 20, size: 10_000 }

/** What one run, save or update may add, over the noise: a leak adds one of these each time. */
const BOUND = { short: 0.2, long: 0.01 }

/**
 * Of memory, in bytes. The short form is over while the runtimes still load and compile code, which a save makes them do most.
 */
const MEMORY = {
  run: { short: 250_000, long: 10_000 },
  save: { short: 500_000, long: 2_000 },
  update: { short: 500_000, long: 2_000 }
}

/** Deno itself keeps a frame of its async context for each event that a loop without an end has waited for. */
const DENO_SAVE = { short: 500_000, long: 50_000 }

const measures: ReadonlyArray<Measured> = ["memory", "descriptors", "watches", "listeners", "processes", "files"]

const sabotages: ReadonlyArray<Sabotage> = [
  {
    name: "runsHeld",
    breaks: "every run that was recorded stays in memory until the cassette is written",
    file: "src/layers/record/tape.ts",
    find: "runs.set(index, storedRun(index, length, lines))",
    put: "runs.set(index, { ...storedRun(index, length, lines), held: recording.runs.get(index) })"
  },
  {
    name: "listenerLeft",
    breaks: "every run adds a listener for the end of the process, and does not remove it",
    file: "src/layers/record/tape.ts",
    find: "    header = recording.header\n",
    put: '    header = recording.header\n    process.on("exit", () => void recording)\n'
  },
  {
    name: "watcherLeft",
    breaks: "a folder that a suite no longer depends on is still watched",
    file: "src/cli/watch/folders.ts",
    find: "  watcher.close()\n  open.delete(folder)",
    put: "  watcher.ref()\n  open.delete(folder)"
  },
  {
    name: "fileLeftOpen",
    breaks: "files that are written are closed only when the process ends",
    file: "src/layers/platform/openFile.ts",
    find: 'tryPlatform("close", path, () => handle.close())',
    put: 'Effect.sync(() => void process.once("exit", () => void handle.close()))'
  },
  {
    name: "neverEnds",
    breaks: "the process waits for what a suite left open",
    file: "src/cli/exitWith.ts",
    find: "setTimeout(exitIfSettled, 2_000).unref()",
    put: "setTimeout(exitIfSettled, 2_000_000).unref()"
  }
]

export const soak: Soak = {
  name: "longLife",
  promise:
    "Live runs in one process, saves under --watch and updates of an open page of passhat view leave no memory, descriptor, watch, listener, process or temporary file behind, and a process ends within seconds of its report whatever the suite left open.",
  trials: "runs, saves, updates and exits",
  sabotages,
  run: async ({ long, say }) => {
    const { everyRun, everySave, everyUpdate, runs, saves, size, updates } = long ? LONG : SHORT
    const offences: Array<string> = []
    const figures: Record<string, string | number> = {}
    let tried = 0
    const look = (runtime: Runtime, unit: Unit, count: number, { problem, samples }: Lived): void => {
      const whole = `${count} ${unit}s on ${runtime}`
      if (problem !== undefined) offences.push(`${whole}: ${problem}`)
      const last = samples.at(-1)?.done ?? 0
      tried += last
      if (samples.length < 6) offences.push(`${whole}: it was measured ${samples.length} times only.`)
      else
        for (const what of measures) {
          const { noise, slope } = growthOf(samples, what)
          const most = boundOf(what, unit, runtime)[long ? "long" : "short"]
          if (slope - noise > most) {
            offences.push(`${whole}: ${what} grow by ${shown(slope)} ± ${shown(noise)} a ${unit}, and may by ${most}.`)
          }
          if (what === "memory") figures[`bytes a ${unit} on ${runtime}`] = `${shown(slope)} ± ${shown(noise)}`
        }
      say(`${whole}: ${samples.length} samples, ${offences.length} offences`)
    }
    const lives = everyRuntime.map(async (runtime) => {
      look(runtime, "run", runs, await liveRuns(runtime, runs, everyRun, size))
      look(runtime, "save", saves, await watchedSaves(runtime, saves, everySave))
      look(runtime, "update", updates, await viewedUpdates(runtime, updates, everyUpdate))
      const exits = await exitsOn(runtime, long)
      tried += exits.length
      offences.push(...exits.flatMap(({ offence }) => offence ?? []))
      figures[`longest way from the report to the end on ${runtime}`] =
        `${Math.round(Math.max(...exits.map(({ ms }) => ms)))} ms`
    })
    await Promise.all(lives)
    return { tried, offences, figures }
  }
}

type Unit = keyof typeof MEMORY

const boundOf = (what: Measured, unit: Unit, runtime: Runtime): typeof BOUND => {
  if (what !== "memory") return BOUND
  return unit !== "run" && runtime === "deno" ? DENO_SAVE : MEMORY[unit]
}

const shown = (number: number): string => String(Number(number.toPrecision(3)))
