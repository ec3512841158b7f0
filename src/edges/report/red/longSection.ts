/**
 * A suite with too many rows to print each, on one screen: every cause once, then a line per cell.
 *
 * Rows of one cause share an entry, and causes beyond the limits are counted: every red row is printed or counted.
 */
import type { CellVerdict } from "../../../base/domain/verdict/Verdict.ts"
import { type Cause, causeTitle, causes, moreCauses } from "./causes.ts"
import { commandLines } from "./gateLocations.ts"
import { briefEvidence, evidence } from "./evidence.ts"
import { type Line, indent, line, wholeLine } from "../text/Line.ts"
import type { RenderOptions } from "../Reporter.ts"
import { curveLines, titleLine } from "../text/rowLines.ts"
import { type Row, marks } from "../Row.ts"
import { escapeLine } from "../../../base/std/escape.ts"
import { clip, pad, widthOf } from "../text/width.ts"
import { countVerdicts } from "../text/totals.ts"
import { isGrouped, verdictMarks } from "../text/bars.ts"
import { distinct } from "../text/distinct.ts"

/** Causes with evidence, further causes on one line each, and cells or green gates with a line of their own. */
const EXPLAINED = 5
const NAMED = 8
const LINES = 12

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
    (row) => row.kind !== "gate" && (row.mark === "SKIP" || evidence(row, false).length > 0)
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

/**
 * The most frequent cause comes first; causes of runs come before causes of gates. A command is printed for causes with evidence.
 */
const causeLines = (found: ReadonlyArray<Cause>, width: number): ReadonlyArray<Line> => {
  const sorted = found.toSorted(
    (a, b) => Number(a.example.kind === "gate") - Number(b.example.kind === "gate") || b.rows.length - a.rows.length
  )
  const [shown, rest] = [sorted.slice(0, EXPLAINED + NAMED), sorted.slice(EXPLAINED + NAMED)]
  const commands = commandLines(shown.map(({ example }) => example))
  const told = new Set(shown.slice(0, EXPLAINED).map(({ example }) => example.command))
  return [
    ...shown.flatMap((cause, at) => [
      ...(at < EXPLAINED ? explained(cause, briefEvidence(cause), width) : [named(cause, width)]),
      ...(told.has(cause.example.command) ? indent(commands[at] ?? [], BELOW) : [])
    ]),
    ...(rest.length === 0 ? [] : [line(1, "heading", moreCauses(rest, "--verbose tells each"))])
  ]
}

const named = (cause: Cause, width: number): Line => {
  const reason = briefEvidence(cause)[0]?.text ?? ""
  const text = `${causeTitle(cause, width / 3)}${reason && `: ${reason}`}`
  return titleLine(cause.example, clip(escapeLine(text), width - 2))
}

/** The widest line, also if the width of the terminal is unknown. */
export const WIDTH = 120

/** How deep the lines below a title are. */
export const BELOW = 5

export const explained = (cause: Cause, lines: ReadonlyArray<Line>, width: number): ReadonlyArray<Line> => [
  titleLine(cause.example, causeTitle(cause, Math.min(width, WIDTH) - 40)),
  ...indent([...sharedCurves(cause), ...lines], BELOW)
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

/** Columns of a name, and of the marks of runs. */
const NAME_WIDTH = 40
const MARKS_WIDTH = 60

/** Cells that are not green come first. */
const cellTable = (cells: ReadonlyArray<CellVerdict>, most: number, width: number): ReadonlyArray<Line> => {
  const ran = cells.filter(({ runs }) => runs.length > 0)
  const sorted = [...ran.filter((cell) => !isGreen(cell)), ...ran.filter(isGreen)]
  const shown = sorted.filter(({ runs }) => runs.length > 1).slice(0, most)
  return [...cellLines(shown, width), ...restLines(sorted.filter((cell) => !shown.includes(cell)))]
}

const cellLines = (cells: ReadonlyArray<CellVerdict>, width: number): ReadonlyArray<Line> => {
  const names = distinct(
    cells.map(({ name }) => escapeLine(name)),
    (name) => clip(name, NAME_WIDTH)
  )
  const counts = cells.map(passedOf)
  const [nameWidth, countWidth] = [widest(names), widest(counts)]
  const marksWidth = Math.min(MARKS_WIDTH, width - nameWidth - countWidth - 12)
  const lines = cells.map(({ runs, verdict }, at) => {
    const [name, count] = [pad(names[at] ?? "", nameWidth), (counts[at] ?? "").padStart(countWidth)]
    const verdicts = runs.map((run) => run.verdict)
    return wholeLine(1, verdict, `${marks[verdict]}  ${name}  ${count}  ${verdictMarks(verdicts, marksWidth)}`)
  })
  return cells.some(({ runs }) => isGrouped(runs, marksWidth)) ? [...lines, line(1, "faint", LEGEND)] : lines
}

const LEGEND = "A mark stands for several runs: · all passed, ▁ to █ the share that failed or is undecided."

const restLines = (cells: ReadonlyArray<CellVerdict>): ReadonlyArray<Line> => {
  if (cells.length === 0) return []
  const count = `${cells.length} ${cells.every(({ runs }) => runs.length === 1) ? "cells of one run" : "more cells"}`
  const red = cells.filter(({ verdict }) => verdict !== "pass").length
  const ofThem = red === 0 ? "" : `, ${red === cells.length ? "all" : red} of them red`
  return [line(1, "plain", `${count}${ofThem}: ${passedOf({ runs: cells.flatMap((cell) => cell.runs) })}`)]
}

const isGreen = ({ runs, verdict }: CellVerdict): boolean =>
  verdict === "pass" && runs.every((run) => run.verdict === "pass")

/** A count and not a rate, which would be rounded. */
const passedOf = ({ runs }: Pick<CellVerdict, "runs">): string => {
  const { none, pass } = countVerdicts(runs)
  return `${pass} of ${runs.length} runs passed${none > 0 ? `, ${none} undecided` : ""}`
}

const widest = (texts: ReadonlyArray<string>): number => texts.reduce((most, text) => Math.max(most, widthOf(text)), 0)
