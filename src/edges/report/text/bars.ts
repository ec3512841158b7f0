/**
 * Many values on one line: numbers as bars (`███▃`), verdicts as marks (`····✗···?`), groups of runs as shares (`··▁·▂█`).
 */
import type { CellVerdict, Verdict } from "../../../base/domain/verdict/Verdict.ts"
import { type VerdictCounts, countVerdicts } from "./totals.ts"
import { decidesRuns } from "../../../base/domain/verdict/decidesRuns.ts"
import { passHat } from "../passHatCurve.ts"

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

/** The most runs whose chance to all pass is drawn. */
const MOST_K = 10

/** Undefined if a run has no outcome, or if there is only one run. Percents are rounded down. */
export const passHatText = ({ gates, runs }: Pick<CellVerdict, "gates" | "runs">): string | undefined => {
  const { none, pass } = countVerdicts(runs)
  if (runs.length < 2 || none > 0 || !decidesRuns(gates)) return undefined
  const last = Math.min(runs.length, MOST_K)
  const curve = Array.from({ length: last }, (_, at) => passHat({ passes: pass, runs: runs.length }, at + 1))
  const percent = (chance = 0): string => `${Math.floor(100 * chance + 1e-9)}%`
  return `${rateBars(curve)} ${percent(curve[0])} for k = 1, ${percent(curve.at(-1))} for k = ${last}`
}

/** As many groups as there are places, or runs if these are fewer. Sizes differ by at most one. */
export const groupsOf = (verdicts: ReadonlyArray<Verdict>, places: number): ReadonlyArray<VerdictCounts> => {
  const count = Math.min(verdicts.length, Math.max(1, places))
  const start = (group: number): number => Math.floor((group * verdicts.length) / count)
  return Array.from({ length: count }, (_, group) =>
    countVerdicts(verdicts.slice(start(group), start(group + 1)).map((verdict) => ({ verdict })))
  )
}
