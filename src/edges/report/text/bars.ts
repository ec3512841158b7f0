/**
 * Many values on one line: numbers as bars (`███▃`), verdicts as marks (`····✗···?`), groups of runs as shares (`··▁·▂█`).
 */
import type { Verdict } from "../../../base/domain/verdict/Verdict.ts"
import { groupsOf } from "./runGroups.ts"
import type { VerdictCounts } from "./totals.ts"

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

/**
 * A mark per run, in their order. With more runs than columns, a mark stands for a group of runs: a dot if all of them passed, else
 * a bar for the share that did not. Its height is rounded up, so that no run is hidden, and is full only if none passed.
 */
export const verdictMarks = (verdicts: ReadonlyArray<Verdict>, columns: number): string =>
  isGrouped(verdicts, columns)
    ? groupsOf(verdicts, columns).map(groupMark).join("")
    : verdicts.map((verdict) => verdictMark[verdict]).join("")

/** Whether a mark stands for several runs. */
export const isGrouped = (verdicts: ReadonlyArray<unknown>, columns: number): boolean =>
  verdicts.length > Math.max(1, columns)

const groupMark = ({ fail, none, pass }: VerdictCounts): string => {
  const red = fail + none
  if (red === 0) return verdictMark.pass
  if (pass === 0) return BARS.at(-1) ?? ""
  return BARS[Math.ceil((red / (red + pass)) * (BARS.length - 1)) - 1] ?? ""
}
