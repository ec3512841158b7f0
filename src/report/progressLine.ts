/**
 * How far a run has come, on one line for a person who waits: a bar, failures so far, tokens, rate and time left.
 *
 * Everything is rounded so that it promises too little: the bar is full and the percentage 100 only at the end.
 */
import { visible } from "./visible.ts"
import { clip } from "./width.ts"

export interface Standing {
  readonly done: number
  readonly total: number
  /** Runs that are not a pass. */
  readonly red: number
  readonly tokens: number
  readonly elapsedMs: number
  /** Rows that are going on, by name. */
  readonly running: ReadonlyArray<string>
}

/** For a line that is written over. One column is left free, as some terminals break a line that is full. */
export const progressLine = (standing: Standing, width: number): string => {
  const { done, elapsedMs, running, total } = standing
  const parts = [
    `${bar(done, total)} ${percent(done, total)}%`,
    counts(standing),
    ...(done > 0 && elapsedMs > 0 ? [rate(done / elapsedMs), `${duration(left(standing))} left`] : []),
    ...(running.length > 0 ? [`running ${running.join(", ")}`] : [])
  ]
  return clip(visible(parts.join("  ")), width - 1)
}

/** For a log: nothing in it depends on the clock. */
export const plainProgress = (standing: Standing): string => {
  const { running } = standing
  return visible(`${counts(standing)}${running.length > 0 ? `, running ${running.join(", ")}` : ""}`)
}

const counts = ({ done, red, tokens, total }: Standing): string =>
  `${done} of ${total} runs, ${red > 0 ? `${red} not green, ` : ""}${tokens} tokens`

const BAR = 20

const bar = (done: number, total: number): string => {
  const full = total === 0 ? 0 : Math.floor((done / total) * BAR)
  return "█".repeat(full) + "░".repeat(BAR - full)
}

const percent = (done: number, total: number): number => (total === 0 ? 0 : Math.floor((done / total) * 100))

/** Runs a second, or a minute where they are fewer. */
const rate = (perMs: number): string => (perMs >= 0.001 ? `${floor(perMs * 1_000)}/s` : `${floor(perMs * 60_000)}/min`)

const floor = (value: number): number => (value >= 10 ? Math.floor(value) : Math.floor(value * 10) / 10)

/** As if every run took as long as those so far. */
const left = ({ done, elapsedMs, total }: Standing): number => (elapsedMs / done) * (total - done)

const duration = (ms: number): string => {
  const seconds = Math.ceil(ms / 1_000)
  if (seconds < 60) return `${seconds}s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes}m ${seconds % 60}s` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`
}
