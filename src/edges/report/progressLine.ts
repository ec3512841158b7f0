/**
 * Progress while suites run: one line with a bar, failures so far, tokens, rate and time left, and on a wide screen a line below it
 * for each run that is going on.
 *
 * The time left is rounded up and the rest down: the bar is full and the percentage 100 only when every run is done.
 */
import { escapeLine } from "../../base/std/escape.ts"
import { runLines, type RunningRun, totalUsd, usdText } from "./runLines.ts"
import { duration } from "./text/duration.ts"
import { clip } from "./text/width.ts"

export type { RunningRun }

export interface Progress {
  readonly done: number
  readonly total: number
  /** Runs that are not a pass. */
  readonly red: number
  /** Of the runs that are done. */
  readonly tokens: number
  /** Of the runs that are done; undefined if the price of one is not known. */
  readonly usd: number | undefined
  readonly elapsedMs: number
  readonly running: ReadonlyArray<RunningRun>
}

/** Of a terminal. Rows are 0 if they are not known. */
export interface Size {
  readonly columns: number
  readonly rows: number
}

/** A screen that is smaller has the one line only. */
const WIDE = 100
const HIGH = 8

/** Fewer lines than the screen has: the cursor cannot go back above its first line. */
export const progressLines = (progress: Progress, { columns, rows }: Size): ReadonlyArray<string> => {
  const isLarge = columns >= WIDE && Number.isFinite(columns) && rows >= HIGH
  if (!isLarge) return [progressLine(progress, columns)]
  return [fitted(head(progress), columns), ...runLines(progress.running, { columns, rows: rows - 2 })]
}

/** For a terminal, where each line overwrites the last. */
export const progressLine = (progress: Progress, width: number): string => {
  const { running } = progress
  const names = running.map(({ name }) => name).join(", ")
  const waits = waitCounts(running)
  return fitted(
    [...head(progress), ...(running.length === 0 ? [] : [`${waits === "" ? "running" : `${waits}:`} ${names}`])],
    width
  )
}

/** For a log. Does not depend on the clock. */
export const plainProgress = (progress: Progress): string => {
  const { running, tokens } = progress
  const names = running.map(({ name }) => name).join(", ")
  return escapeLine(`${counts(progress)}${tokens} tokens${running.length > 0 ? `, running ${names}` : ""}`)
}

/** Leaves one column free: some terminals break a full line. */
const fitted = (parts: ReadonlyArray<string>, width: number): string => clip(escapeLine(parts.join("  ")), width - 1)

const head = (progress: Progress): ReadonlyArray<string> => {
  const { done, elapsedMs, running, total } = progress
  const tokens = running.reduce((sum, run) => sum + run.tokens, progress.tokens)
  const usd = totalUsd([
    ...(done > 0 ? [progress.usd] : []),
    ...running.filter((run) => run.tokens > 0).map((run) => run.usd)
  ])
  return [
    `${bar(done, total)} ${percent(done, total)}%`,
    `${counts(progress)}${tokens} tokens${usd === undefined || usd === 0 ? "" : `, ${usdText(usd)}`}`,
    ...(done > 0 && elapsedMs > 0 ? [rate(done / elapsedMs), `${duration(timeLeft(progress))} left`] : [])
  ]
}

const counts = ({ done, red, total }: Progress): string =>
  `${done} of ${total} runs, ${red > 0 ? `${red} not green, ` : ""}`

/** "3 model, 1 tool": how many runs wait for what, the most first. */
const waitCounts = (running: ReadonlyArray<RunningRun>): string => {
  const found = new Map<string, number>()
  for (const { on } of running) if (on !== undefined) found.set(on, (found.get(on) ?? 0) + 1)
  return [...found]
    .toSorted(([, one], [, other]) => other - one)
    .map(([on, count]) => `${count} ${on}`)
    .join(", ")
}

const BAR = 20

const bar = (done: number, total: number): string => {
  const full = total === 0 ? 0 : Math.floor((done / total) * BAR)
  return "█".repeat(full) + "░".repeat(BAR - full)
}

const percent = (done: number, total: number): number => (total === 0 ? 0 : Math.floor((done / total) * 100))

/** Runs per second, or per minute if there is less than one per second. */
const rate = (perMs: number): string => (perMs >= 0.001 ? `${floor(perMs * 1_000)}/s` : `${floor(perMs * 60_000)}/min`)

const floor = (value: number): number => (value >= 10 ? Math.floor(value) : Math.floor(value * 10) / 10)

/** In seconds. Assumes that the remaining runs take as long as those so far. */
const timeLeft = ({ done, elapsedMs, total }: Progress): number =>
  Math.ceil(((elapsedMs / done) * (total - done)) / 1_000)
