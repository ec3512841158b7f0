/**
 * The commands that reproduce red rows: each is printed once, after the last of the rows that it reproduces.
 */
import type { Row } from "../Row.ts"
import type { Line } from "../text/Line.ts"
import { repeatCommand } from "./evidence.ts"

/** The lines behind each row. */
export const commandLines = (rows: ReadonlyArray<Row>): ReadonlyArray<ReadonlyArray<Line>> => {
  const last = new Map(rows.flatMap((row, at) => (repeatCommand(row).length > 0 ? [[row.command, at]] : [])))
  return rows.map((row, at) => (last.get(row.command) === at ? repeatCommand(row) : []))
}
