/**
 * Tokens of the runs as a histogram, with the cap as a line.
 */
import { groupBy } from "../../../base/std/groupBy.ts"
import { listRuns } from "../../../edges/report/text/listRuns.ts"
import { type HistogramBar, histogramPlot } from "./histogramPlot.ts"
import type { SvgNode } from "./Svg.ts"

export interface SpentRun {
  readonly run: number
  /** Null if the tokens of the run were not recorded. */
  readonly tokens: number | null
}

/** Ranges of tokens, at most and at least. */
const [MOST, LEAST] = [40, 8]

export const tokenPlot = (spent: ReadonlyArray<SpentRun>, cap: number | undefined): SvgNode => {
  const bars = tokenBars(spent, cap)
  const runs = spent.flatMap(({ run, tokens }) => (tokens === null ? [run] : []))
  const over = bars.reduce((sum, bar) => sum + (bar.isRed ? bar.runs.length : 0), 0)
  const step = (bars[0]?.to ?? 1) - (bars[0]?.from ?? 0)
  const [first, last] = [bars[0]?.from ?? 0, bars.at(-1)?.to ?? 1]
  const isNear = cap !== undefined && isShown(cap, first, last)
  const from = isNear ? Math.min(first, cap) : first
  return histogramPlot({
    label:
      cap === undefined ? "Tokens per run" : `Tokens per run: ${over} of ${spent.length} runs over the cap of ${cap}`,
    size: { width: 640, height: 130 },
    bars,
    unit: " tokens",
    from,
    to: Math.max(last, from + LEAST * step, isNear ? cap : 0),
    ...(cap !== undefined && { line: { at: cap, name: `cap ${cap}` } }),
    unknown: { runs, title: `${countOf(runs, spent.length)}: tokens not recorded (${listRuns(runs)})` }
  })
}

/** A range ends at the cap, so that all runs of a bar are over the cap or none is. */
export const tokenBars = (spent: ReadonlyArray<SpentRun>, cap: number | undefined): ReadonlyArray<HistogramBar> => {
  const known = spent.flatMap(({ run, tokens }) => (tokens === null ? [] : [{ run, tokens }]))
  const [low, high] = known.reduce(
    ([least, most], { tokens }) => [Math.min(least, tokens), Math.max(most, tokens)],
    [Infinity, -Infinity]
  )
  const ends = cap !== undefined && isShown(cap, low, high) ? [low, high, cap] : [low, high]
  const step = stepFor(Math.max(...ends) - Math.min(...ends))
  const origin = cap ?? 0
  const groups = groupBy(known, ({ tokens }) => Math.ceil((tokens - origin) / step) - 1)
  return [...groups]
    .toSorted(([a], [b]) => a - b)
    .map(([at, its]) => {
      const [from, to, runs] = [origin + at * step, origin + (at + 1) * step, its.map(({ run }) => run)]
      const isRed = cap !== undefined && at >= 0
      const range = step === 1 ? `${to} tokens` : `${Math.max(0, from + 1)} to ${to} tokens`
      const title = `${countOf(runs, spent.length)}: ${range}${isRed ? ", over the cap" : ""} (${listRuns(runs)})`
      return { from, to, runs, isRed, title }
    })
}

const countOf = (runs: ReadonlyArray<number>, all: number): string => `${runs.length} of ${all} runs`

/** Whether the cap is so near to the values that the axis reaches to it. */
const isShown = (cap: number, low: number, high: number): boolean => cap >= low / 2 && cap <= high * 2

/** 1, 2 or 5 with zeros, so that the span has no more than the most ranges. */
const stepFor = (span: number): number => {
  let step = 1
  while (span / step > MOST) step *= String(step).startsWith("2") ? 2.5 : 2
  return step
}
