/**
 * The tables of cases in few lines, for readers that pay for each: the totals of each model with what is red of it, and red cases alone.
 */
import { shorten } from "../../../base/std/shorten.ts"
import type { Section } from "../Row.ts"
import { type Line, line } from "../text/Line.ts"
import { caseViews, cellText, shortNames } from "./CaseView.ts"
import { columnText, redText } from "./columnText.ts"

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
