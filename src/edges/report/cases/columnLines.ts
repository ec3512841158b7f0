/**
 * The tables of cases in few lines, for readers that pay for each: the totals of each model with what is red of it, and red cases alone.
 */
import { shorten } from "../../../base/std/shorten.ts"
import type { Section } from "../Row.ts"
import { type Line, line } from "../text/Line.ts"
import { caseViews, cellText, shortNames } from "./CaseView.ts"
import type { CaseColumn, Counts } from "../../../base/domain/verdict/Verdict.ts"

/** Red cases, and code points of a name. */
const MOST_RED = 12
const LONGEST_NAME = 60

/** A line for each model of each table, with the names of its red cases. */
export const columnLines = (section: Section, most = MOST_RED): ReadonlyArray<Line> =>
  caseViews(section).flatMap((view) => {
    const names = shortNames(view, (name) => shorten(name, LONGEST_NAME))
    return view.columns.map((column) => {
      const red = redText(column, most, names)
      return line(
        0,
        "plain",
        `${view.table} on ${column.model}: ${columnText(column)}${red === undefined ? "" : `; red: ${red}`}`
      )
    })
  })

/** A line for each red case with its cells, where there are several models to compare. */
export const redCaseLines = (section: Section): ReadonlyArray<Line> =>
  caseViews(section).flatMap(({ columns, rows }) => {
    const red = columns.length < 2 ? [] : rows.filter(({ isRed }) => isRed)
    const more = red.length - MOST_RED
    return [
      ...red
        .slice(0, MOST_RED)
        .map(({ cells, name }) =>
          line(
            0,
            "plain",
            `${name}: ${columns.map(({ model }, at) => `${model} ${cellText(cells[at]) || "not judged"}`).join(", ")}`
          )
        ),
      ...(more > 0 ? [line(0, "plain", `${more} more red cases`)] : [])
    ]
  })

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
