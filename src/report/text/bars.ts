/**
 * Many values on one line: numbers as bars (`███▃`), verdicts as marks (`····✗···?`).
 */
import type { Verdict } from "../../domain/Verdict.ts"
import { worst } from "../../domain/worst.ts"

const BARS = "▁▂▃▄▅▆▇█"
const MOST_BARS = 60

/** Bars from zero to the largest value. Heights are rounded down, so only what equals the largest value looks like it. */
export const numberBars = (values: ReadonlyArray<number>): string => {
  const top = values.reduce((a, b) => Math.max(a, b), 0)
  const step = Math.ceil(values.length / MOST_BARS)
  return values
    .filter((_, index) => (values.length - 1 - index) % step === 0)
    .map((value) => BARS[top > 0 ? Math.max(0, Math.floor((value / top) * (BARS.length - 1))) : 0])
    .join("")
}

/** Bars of rates from 0 to 1. Heights are rounded down, so only a rate of 1 has the highest. Undefined has a blank. */
export const rateBars = (rates: ReadonlyArray<number | undefined>): string =>
  rates.map((rate) => (rate === undefined ? " " : BARS[Math.floor(rate * (BARS.length - 1))])).join("")

const verdictMark: Readonly<Record<Verdict, string>> = { pass: "·", fail: "✗", none: "?" }

/** A mark per run, in their order. With more runs than columns, a mark shows the worst of its runs, so none is hidden. */
export const verdictMarks = (verdicts: ReadonlyArray<Verdict>, columns: number): string => {
  const count = Math.min(verdicts.length, Math.max(1, columns))
  const start = (mark: number): number => Math.floor((mark * verdicts.length) / count)
  return Array.from(
    { length: count },
    (_, mark) => verdictMark[worst(verdicts.slice(start(mark), start(mark + 1)))]
  ).join("")
}
