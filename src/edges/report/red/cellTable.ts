/**
 * A table of cells with many runs: how many runs passed, and a mark per run or group of runs. Cells without a line of their own are counted.
 */
import { countVerdicts } from "../text/totals.ts"
import type { CellVerdict } from "../../../base/domain/verdict/Verdict.ts"
import { type Line, line, wholeLine } from "../text/Line.ts"
import { marks } from "../Row.ts"
import { escapeLine } from "../../../base/std/escape.ts"
import { isGrouped, verdictMarks } from "../text/bars.ts"
import { distinct } from "../text/distinct.ts"
import { clip, pad, widthOf } from "../text/width.ts"

/** Columns of a name, and of the marks of runs. */
const NAME_WIDTH = 40
const MARKS_WIDTH = 60

/** Cells that are not green come first. */
export const cellTable = (cells: ReadonlyArray<CellVerdict>, most: number, width: number): ReadonlyArray<Line> => {
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
