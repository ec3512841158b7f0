/**
 * A cause with its evidence: a title for its rows, and the reasons that they share.
 */
import type { Row } from "../Row.ts"
import { indent, type Line } from "../text/Line.ts"
import { curveLines, titleLine } from "../text/rowLines.ts"
import type { Cause } from "./causes.ts"
import { causeTitle } from "./causeTitle.ts"

/** The widest line, also if the width of the terminal is unknown. */
export const WIDTH = 120

/** How deep the lines below a title are. */
export const BELOW = 5

export const explained = (cause: Cause, evidence: ReadonlyArray<Line>, width: number): ReadonlyArray<Line> => [
  titleLine(cause.example, causeTitle(cause, Math.min(width, WIDTH) - 40)),
  ...indent([...sharedCurves(cause), ...evidence], BELOW)
]

/** Only if they are those of every row. */
const sharedCurves = ({ example, rows }: Cause): ReadonlyArray<Line> => {
  const textOf = (row: Row): string =>
    curveLines(row)
      .map(({ text }) => text)
      .join("\n")
  const text = textOf(example)
  return rows.every((row) => textOf(row) === text) ? curveLines(example) : []
}
