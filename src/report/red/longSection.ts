/**
 * A suite with too many rows to print each, on one screen: every cause once, then a line per cell.
 *
 * Rows of one cause share an entry, and causes beyond the limits are counted: every red row is printed or counted.
 */
import type { CellVerdict } from "../../domain/Verdict.ts"
import { type Cause, causes, moreCauses } from "./causes.ts"
import { cellTable } from "./cellTable.ts"
import { briefEvidence, repeatCommand } from "./evidence.ts"
import { indent, type Line, line } from "../text/Line.ts"
import { listRows } from "../text/listRows.ts"
import type { RenderOptions } from "../Reporter.ts"
import { curveLines, titleLine } from "../text/rowLines.ts"
import type { Row } from "../Row.ts"
import { escapeLine } from "../../std/escape.ts"
import { clip } from "../text/width.ts"

/** Causes with evidence, further causes on one line each, and cells or green gates with a line of their own. */
const EXPLAINED = 5
const NAMED = 8
const LINES = 12

/** The widest line, also if the width of the terminal is unknown. */
const WIDTH = 120

interface Parts {
  readonly cells: ReadonlyArray<CellVerdict>
  readonly red: ReadonlyArray<Row>
  readonly others: ReadonlyArray<Row>
}

/** Cells of cases have a table of their own. */
export const longSection = (
  { cells, others, red }: Parts,
  options: RenderOptions,
  each: (rows: ReadonlyArray<Row>) => ReadonlyArray<Line>
): ReadonlyArray<Line> => {
  const width = Math.min(options.width, WIDTH)
  const gates = others.filter((row) => row.kind === "gate")
  const noteworthy = others.filter(
    (row) => row.kind !== "gate" && (row.mark === "SKIP" || briefEvidence(row).length > 0)
  )
  return [
    ...(options.verbose ? each(red) : causeLines(causes(red), width)),
    ...causeLines(causes(noteworthy), width),
    ...(options.quiet
      ? []
      : cellTable(
          cells.filter((cell) => cell.case === undefined),
          LINES,
          width
        )),
    ...(gates.length > LINES ? causeLines(causes(gates), width) : each(gates))
  ]
}

/** The most frequent cause comes first; causes of runs come before causes of gates. */
const causeLines = (found: ReadonlyArray<Cause>, width: number): ReadonlyArray<Line> => {
  const sorted = found.toSorted(
    (a, b) => Number(a.example.kind === "gate") - Number(b.example.kind === "gate") || b.rows.length - a.rows.length
  )
  const rest = sorted.slice(EXPLAINED + NAMED)
  return [
    ...sorted.slice(0, EXPLAINED).flatMap((cause) => explained(cause, width)),
    ...sorted.slice(EXPLAINED, EXPLAINED + NAMED).map((cause) => named(cause, width)),
    ...(rest.length === 0 ? [] : [line(1, "heading", moreCauses(rest, "--verbose tells each"))])
  ]
}

const explained = (cause: Cause, width: number): ReadonlyArray<Line> => [
  titleLine(cause.example, titleOf(cause, width - 40)),
  ...indent(curveLines(cause.example), 5),
  ...indent([...briefEvidence(cause.example), ...repeatCommand(cause.example)], 5)
]

const named = (cause: Cause, width: number): Line => {
  const reason = briefEvidence(cause.example)[0]?.text ?? ""
  const text = `${titleOf(cause, width / 3)}${reason && `: ${reason}`}`
  return titleLine(cause.example, clip(escapeLine(text), width - 2))
}

const titleOf = ({ example, rows }: Cause, columns: number): string => {
  const { gate, mark, run, skipped, title } = example
  if (rows.length === 1) return title
  const many = `${rows.length} ${run === undefined ? "cells" : "runs"}: ${listRows(rows, columns)}`
  if (gate !== undefined) return `${gate} [${mark}] ${many}`
  return `${mark}  ${many}${skipped === undefined ? "" : `: ${skipped}`}`
}
