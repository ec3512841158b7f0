/**
 * The tables of cases in Markdown, with the totals of each model below. Rows that do not fit are counted.
 */
import { shorten } from "../../../base/std/shorten.ts"
import { code, tableRow } from "../text/markdownCode.ts"
import type { Section } from "../Row.ts"
import { distinct } from "../text/distinct.ts"
import { lengthOf, upTo } from "../text/upTo.ts"
import { type CaseView, caseViews, cellText, shortNames } from "./CaseView.ts"
import { columnText, redText } from "./columnText.ts"

/** Code points of a name, red names of a column, and characters for the count of rows that do not fit. */
const LONGEST_NAME = 80
const MOST_RED = 8
const NOTE = 80

/** Texts that take no more than `room` characters together. */
export const caseMarkdown = (suites: ReadonlyArray<Section>, room: number): ReadonlyArray<string> => {
  const texts: Array<string> = []
  for (const view of suites.flatMap(caseViews)) texts.push(...tableTexts(view, room - lengthOf(texts)))
  return texts
}

const tableTexts = (view: CaseView, room: number): ReadonlyArray<string> => {
  const head = headOf(view)
  const names = shortNames(view, (name) => shorten(name, LONGEST_NAME))
  const totals = totalTexts(view, names)
  const rows = upTo(room - NOTE - head.length - lengthOf(totals), rowTexts(view, names))
  const rest = view.rows.slice(rows.length)
  const red = rest.filter(({ isRed }) => isRed).length
  const note = rest.length === 0 ? "" : `\n${rest.length} more cases do not fit here, ${red} of them red.\n`
  return upTo(room, [head, ...rows, note, ...totals])
}

const headOf = ({ columns, table }: CaseView): string => {
  const models = short(columns.map(({ model }) => model)).map(code)
  return `\n#### ${code(shorten(table, LONGEST_NAME))}\n\n${tableRow(["case", ...models])}${tableRow(["---", ...models.map(() => "---")])}`
}

const rowTexts = ({ rows }: CaseView, names: ReadonlyMap<string, string>): ReadonlyArray<string> =>
  rows.map(({ cells, name }) => tableRow([code(names.get(name) ?? name), ...cells.map(cellText)]))

const totalTexts = ({ columns }: CaseView, names: ReadonlyMap<string, string>): ReadonlyArray<string> => {
  const models = short(columns.map(({ model }) => model))
  return columns.map((column, at) => {
    const red = redText(column, MOST_RED, names)
    return `${at === 0 ? "\n" : ""}- ${code(models[at] ?? "")}: ${columnText(column)}${red === undefined ? "" : `; red: ${code(red)}`}\n`
  })
}

const short = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  distinct(names, (name) => shorten(name, LONGEST_NAME))
