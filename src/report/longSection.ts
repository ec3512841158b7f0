/**
 * A suite with more rows than anybody reads one by one, on a screen: each cause once, then a line per cell.
 *
 * Red rows may be told together, and late causes on a line each; none is left uncounted.
 */
import type { CellVerdict } from "../domain/Verdict.ts"
import { type Cause, causes } from "./causes.ts"
import { cellTable } from "./cellTable.ts"
import { again, glance } from "./evidence.ts"
import { indent, type Line, line } from "./Line.ts"
import { listed } from "./listed.ts"
import type { RenderOptions } from "./Reporter.ts"
import { curveLines, titleLine } from "./rowLines.ts"
import type { Row } from "./sections.ts"
import { visible } from "./visible.ts"
import { clip } from "./width.ts"

/** How many causes are explained, how many more are named, and how many cells and green gates have their own line. */
const EXPLAINED = 5
const NAMED = 8
const LINES = 12

/** As wide as a line is made where nobody knows how wide it may be. */
const WIDTH = 120

interface Parts {
  readonly cells: ReadonlyArray<CellVerdict>
  readonly red: ReadonlyArray<Row>
  readonly others: ReadonlyArray<Row>
}

export const longSection = (
  { cells, others, red }: Parts,
  options: RenderOptions,
  each: (rows: ReadonlyArray<Row>) => ReadonlyArray<Line>
): ReadonlyArray<Line> => {
  const width = Math.min(options.width, WIDTH)
  const gates = others.filter((row) => row.kind === "gate")
  const told = others.filter((row) => row.kind !== "gate" && (row.mark === "SKIP" || glance(row).length > 0))
  return [
    ...(options.verbose ? each(red) : causeLines(causes(red), width)),
    ...causeLines(causes(told), width),
    ...(options.quiet ? [] : cellTable(cells, LINES, width)),
    ...(gates.length > LINES ? causeLines(causes(gates), width) : each(gates))
  ]
}

/** What happens most comes first, runs before the gates that count them. */
const causeLines = (found: ReadonlyArray<Cause>, width: number): ReadonlyArray<Line> => {
  const sorted = found.toSorted(
    (a, b) => Number(a.example.kind === "gate") - Number(b.example.kind === "gate") || b.rows.length - a.rows.length
  )
  const rest = sorted.slice(EXPLAINED + NAMED)
  return [
    ...sorted.slice(0, EXPLAINED).flatMap((cause) => explained(cause, width)),
    ...sorted.slice(EXPLAINED, EXPLAINED + NAMED).map((cause) => named(cause, width)),
    ...(rest.length === 0 ? [] : [line(1, "heading", leftOut(rest))])
  ]
}

const explained = (cause: Cause, width: number): ReadonlyArray<Line> => [
  titleLine(cause.example, titleOf(cause, width - 40)),
  ...indent(curveLines(cause.example), 5),
  ...indent([...glance(cause.example), ...again(cause.example)], 5)
]

const named = (cause: Cause, width: number): Line => {
  const reason = glance(cause.example)[0]?.text ?? ""
  const text = `${titleOf(cause, width / 3)}${reason && `: ${reason}`}`
  return titleLine(cause.example, clip(visible(text), width - 2))
}

const leftOut = (rest: ReadonlyArray<Cause>): string => {
  const rows = rest.reduce((sum, cause) => sum + cause.rows.length, 0)
  return `... and ${rows} more, of ${rest.length} other causes: --verbose tells each`
}

const titleOf = ({ example, rows }: Cause, columns: number): string => {
  const { gate, mark, run, skipped, title } = example
  if (rows.length === 1) return title
  const many = `${rows.length} ${run === undefined ? "cells" : "runs"}: ${listed(rows, columns)}`
  if (gate !== undefined) return `${gate} [${mark}] ${many}`
  return `${mark}  ${many}${skipped === undefined ? "" : `: ${skipped}`}`
}
