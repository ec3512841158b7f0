/**
 * One line of progress while suites run: a bar, failures so far, tokens, rate and time left.
 *
 * The time left is rounded up and the rest down: the bar is full and the percentage 100 only when every run is done.
 */
import { escapeLine } from "../std/escape.ts"
import { clip } from "./text/width.ts"

export interface Progress {
  readonly done: number
  readonly total: number
  /** Runs that are not a pass. */
  readonly red: number
  readonly tokens: number
  readonly elapsedMs: number
  /** The names of the rows that are being run. */
  readonly running: ReadonlyArray<string>
}

/** For a terminal, where each line overwrites the last. Leaves one column free: some terminals break a full line. */
export const progressLine = (progress: Progress, width: number): string => {
  const { done, elapsedMs, running, total } = progress
  const parts = [
    `${bar(done, total)} ${percent(done, total)}%`,
    counts(progress),
    ...(done > 0 && elapsedMs > 0 ? [rate(done / elapsedMs), `${duration(timeLeft(progress))} left`] : []),
    ...(running.length > 0 ? [`running ${running.join(", ")}`] : [])
  ]
  return clip(escapeLine(parts.join("  ")), width - 1)
}

/** For a log. Does not depend on the clock. */
export const plainProgress = (progress: Progress): string => {
  const { running } = progress
  return escapeLine(`${counts(progress)}${running.length > 0 ? `, running ${running.join(", ")}` : ""}`)
}

const counts = ({ done, red, tokens, total }: Progress): string =>
  `${done} of ${total} runs, ${red > 0 ? `${red} not green, ` : ""}${tokens} tokens`

const BAR = 20

const bar = (done: number, total: number): string => {
  const full = total === 0 ? 0 : Math.floor((done / total) * BAR)
  return "█".repeat(full) + "░".repeat(BAR - full)
}

const percent = (done: number, total: number): number => (total === 0 ? 0 : Math.floor((done / total) * 100))

/** Runs per second, or per minute if there is less than one per second. */
const rate = (perMs: number): string => (perMs >= 0.001 ? `${floor(perMs * 1_000)}/s` : `${floor(perMs * 60_000)}/min`)

const floor = (value: number): number => (value >= 10 ? Math.floor(value) : Math.floor(value * 10) / 10)

/** Assumes that the remaining runs take as long as those so far. */
const timeLeft = ({ done, elapsedMs, total }: Progress): number => (elapsedMs / done) * (total - done)

const duration = (ms: number): string => {
  const seconds = Math.ceil(ms / 1_000)
  if (seconds < 60) return `${seconds}s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes}m ${seconds % 60}s` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`
}
