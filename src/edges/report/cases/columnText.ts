/**
 * The totals of a column of a table of cases, in words.
 *
 * Rates are rounded down and intervals outwards, so that nothing looks better or surer than it is.
 */
import type { CaseColumn, Counts } from "../../../base/domain/verdict/Verdict.ts"

/** `28 of 30 cases passed; 140 of 150 runs passed: 93.3 %, with 95 % confidence 87.0 to 96.6 %`. */
export const columnText = (column: CaseColumn): string => {
  const { cells, outcomes } = column
  const cases = counted(cells, "case")
  const runs = totalOf(outcomes) === totalOf(cells) ? "" : `; ${counted(outcomes, "run")}`
  return `${cases}${runs}${rateText(column)}`
}

/** The red cases of a column, up to `most` names, each as `short` has it. Undefined if there is none. */
export const redText = ({ red }: CaseColumn, most: number, short: ReadonlyMap<string, string>): string | undefined => {
  const names = red.slice(0, most).map((name) => short.get(name) ?? name)
  return red.length === 0 || most === 0
    ? undefined
    : `${names.join(", ")}${red.length > names.length ? ` and ${red.length - names.length} more` : ""}`
}

const counted = (counts: Counts, noun: string): string => {
  const total = totalOf(counts)
  const none = counts.none === 0 ? "" : `, ${counts.none} without a verdict`
  return `${counts.pass} of ${total} ${noun}${total === 1 ? "" : "s"} passed${none}`
}

export const totalOf = ({ fail, none, pass }: Counts): number => pass + fail + none

const rateText = ({ interval, outcomes: { fail, pass } }: CaseColumn): string => {
  if (pass + fail === 0) return ""
  const rate = `: ${oneDecimal(Math.floor((pass * 1_000) / (pass + fail)))} %`
  return interval === null
    ? rate
    : `${rate}, with ${Math.round(interval.confidence * 100)} % confidence ${oneDecimal(Math.floor(interval.low * 1_000))} to ${oneDecimal(Math.ceil(interval.high * 1_000))} %`
}

/** Tenths as a decimal number. */
const oneDecimal = (tenths: number): string => `${Math.floor(tenths / 10)}.${tenths % 10}`
