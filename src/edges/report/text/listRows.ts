/**
 * Names many rows on one line, with runs as ranges: `asks #3, #17-#19, plans #4 and 14 more`.
 */
import type { Row } from "../Row.ts"
import { escapeLine } from "../../../base/std/escape.ts"
import { shorten } from "../../../base/std/shorten.ts"
import { distinct } from "./distinct.ts"
import { rangeText } from "./listRuns.ts"
import { widthOf } from "./width.ts"

/** Code points of a cell's name that are shown. */
const LONGEST_NAME = 60

/** Names rows up to a width, then counts the others. At least one row is always named. */
export const listRows = (rows: ReadonlyArray<Row>, columns: number): string => {
  let [text, named] = ["", 0]
  for (const { count, name } of names(rows)) {
    const longer = text === "" ? name : `${text}, ${name}`
    if (text !== "" && widthOf(escapeLine(longer)) > columns) break
    text = longer
    named += count
  }
  return named < rows.length ? `${text} and ${rows.length - named} more` : text
}

interface Name {
  readonly name: string
  /** The number of rows that it names. */
  readonly count: number
}

/** Of a cell on one of several models, the model is kept. */
const shortName = (name: string): string => {
  const [model = ""] = / \[[^[\]]{1,40}\]$/.exec(name) ?? []
  return `${shorten(name.slice(0, name.length - model.length), LONGEST_NAME - model.length)}${model}`
}

/** Consecutive runs form a range; only the first range of a cell carries the cell's name. Gates of one cell are one name. */
const names = (rows: ReadonlyArray<Row>): ReadonlyArray<Name> => {
  const ranges: Array<{ readonly row: Row; readonly from: number; to: number; count: number }> = []
  for (const row of rows) {
    const last = ranges.at(-1)
    const run = row.run ?? Number.NaN
    if (last !== undefined && last.row.cell === row.cell && (run === last.to + 1 || areGates(last.row, row))) {
      last.to = run
      last.count++
    } else ranges.push({ row, from: run, to: run, count: 1 })
  }
  const owners = distinct(
    ranges.map(({ row }) => row.cell ?? row.name),
    shortName
  )
  return ranges.map(({ count, from, row, to }, at) => {
    const owner = owners[at] ?? ""
    if (row.run === undefined) return { name: owner, count }
    const isNamed = ranges[at - 1]?.row.cell === row.cell
    const range = rangeText({ from, to })
    return { name: isNamed ? range : `${owner} ${range}`, count }
  })
}

const areGates = (one: Row, other: Row): boolean => one.gate !== undefined && other.gate !== undefined
