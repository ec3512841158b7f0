/**
 * Many rows by name, in as little room as they can be told apart: `asks #3, #17-#19, plans #4 and 14 more`.
 */
import type { Row } from "./sections.ts"
import { shorten, visible } from "./visible.ts"
import { widthOf } from "./width.ts"

/** How much of a name is shown where many are. */
const NAME = 60

/** The rows' names up to a width, then how many more there are. At least one is always named. */
export const listed = (rows: ReadonlyArray<Row>, columns: number): string => {
  let [text, told] = ["", 0]
  for (const { name, rows: its } of names(rows)) {
    const longer = text === "" ? name : `${text}, ${name}`
    if (text !== "" && widthOf(visible(longer)) > columns) break
    text = longer
    told += its
  }
  return told < rows.length ? `${text} and ${rows.length - told} more` : text
}

interface Name {
  readonly name: string
  /** How many rows it names. */
  readonly rows: number
}

/** Runs one after the other are one range; a cell is named with the first of its runs. */
const names = (rows: ReadonlyArray<Row>): ReadonlyArray<Name> => {
  const ranges: Array<{ readonly row: Row; readonly from: number; to: number }> = []
  for (const row of rows) {
    const last = ranges.at(-1)
    const run = row.run ?? Number.NaN
    if (last !== undefined && last.row.cell === row.cell && run === last.to + 1) last.to = run
    else ranges.push({ row, from: run, to: run })
  }
  return ranges.map(({ from, row, to }, at) => {
    const owner = shorten(row.cell ?? row.name, NAME)
    if (row.run === undefined) return { name: owner, rows: 1 }
    const range = from === to ? `#${from}` : `#${from}-#${to}`
    const isNamed = ranges[at - 1]?.row.cell === row.cell
    return { name: isNamed ? range : `${owner} ${range}`, rows: to - from + 1 }
  })
}
