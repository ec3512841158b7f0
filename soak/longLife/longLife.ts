/**
 * Long life: a process that makes many live runs, or watches many saves, holds no more after them than before.
 */
import type { Sabotage, Soak } from "../Soak.ts"
import { exitsOn } from "./exits.ts"
import { grown } from "./grown.ts"
import type { Measured } from "./growth.ts"
import { type Lived, liveRuns } from "./liveRuns.ts"
import { everyRuntime, type Runtime } from "./process.ts"
import { watchedSaves } from "./watchedSaves.ts"

/**
 * How many runs and saves on each runtime, after how many of them the process is measured, and the bytes of a result: of few runs, what
 * is kept of one has to be much beside what the runtimes need for themselves.
 */
const SHORT = { runs: 24, everyRun: 2, saves: 6, everySave: 1, size: 500_000 }
const LONG = { runs: 10_000, everyRun: 100, saves: 2_000, everySave: 20, size: 10_000 }

/** What one run or save may add, over the noise: a leak adds one of these each time. */
const BOUND = { short: 0.2, long: 0.01 }

/**
 * Of memory, in bytes. The short form is over while the runtimes still load and compile code, which a save makes them do most.
 */
const MEMORY = { run: { short: 250_000, long: 10_000 }, save: { short: 500_000, long: 2_000 } }

/** Deno itself keeps a frame of its async context for each event that a loop without an end has waited for. */
const DENO_SAVE = { short: 500_000, long: 50_000 }

const sabotages: ReadonlyArray<Sabotage> = [
  {
    name: "runsHeld",
    breaks: "every run that was recorded stays in memory until the cassette is written",
    file: "src/engine/layers/record/tape.ts",
    find: "runs.set(index, storedRun(index, length, lines))",
    put: "runs.set(index, { ...storedRun(index, length, lines), held: recording.runs.get(index) })"
  },
  {
    name: "listenerLeft",
    breaks: "every run adds a listener for the end of the process, and does not remove it",
    file: "src/engine/layers/record/tape.ts",
    find: "    header = recording.header\n",
    put: '    header = recording.header\n    process.on("exit", () => void recording)\n'
  },
  {
    name: "watcherLeft",
    breaks: "a folder that a suite no longer depends on is still watched",
    file: "src/features/watch/folders.ts",
    find: "  watcher.close()\n  open.delete(folder)",
    put: "  watcher.ref()\n  open.delete(folder)"
  },
  {
    name: "fileLeftOpen",
    breaks: "files that are written are closed only when the process ends",
    file: "src/engine/layers/platform/openFile.ts",
    find: 'tryPlatform("close", path, () => handle.close())',
    put: 'Effect.sync(() => void process.once("exit", () => void handle.close()))'
  },
  {
    name: "neverEnds",
    breaks: "the process waits for what a suite left open",
    file: "src/app/kit/exitWith.ts",
    find: "setTimeout(exitIfSettled, 2_000).unref()",
    put: "setTimeout(exitIfSettled, 2_000_000).unref()"
  }
]

export const soak: Soak = {
  name: "longLife",
  promise:
    "Live runs in one process and saves under --watch leave no memory, descriptor, watch, listener, process or temporary file behind, and a process ends within seconds of its report whatever the suite left open.",
  trials: "runs, saves and exits",
  sabotages,
  run: async ({ long, say }) => {
    const { everyRun, everySave, runs, saves, size } = long ? LONG : SHORT
    const offences: Array<string> = []
    const figures: Record<string, string | number> = {}
    let tried = 0
    const look = (runtime: Runtime, unit: "run" | "save", count: number, lived: Lived): void => {
      const whole = `${count} ${unit}s on ${runtime}`
      const most = (what: Measured): number => boundOf(what, unit, runtime)[long ? "long" : "short"]
      const { done, memory, offences: found } = grown({ ...lived, whole, unit, most })
      tried += done
      offences.push(...found)
      if (memory !== undefined) figures[`bytes a ${unit} on ${runtime}`] = memory
      say(`${whole}: ${lived.samples.length} samples, ${offences.length} offences`)
    }
    const runtimes: ReadonlyArray<Runtime> = long ? everyRuntime : ["node"]
    const lives = runtimes.map(async (runtime) => {
      look(runtime, "run", runs, await liveRuns(runtime, runs, everyRun, size))
      look(runtime, "save", saves, await watchedSaves(runtime, saves, everySave))
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

const boundOf = (what: Measured, unit: "run" | "save", runtime: Runtime): typeof BOUND => {
  if (what !== "memory") return BOUND
  return unit === "save" && runtime === "deno" ? DENO_SAVE : MEMORY[unit]
}
