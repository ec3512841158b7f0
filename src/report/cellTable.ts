/**
 * A line per cell of many runs: how many passed, and which in their order. What gets no line of its own is counted.
 */
import type { CellVerdict } from "../domain/Verdict.ts"
import { type Line, line, wholeLine } from "./Line.ts"
import { marks } from "./sections.ts"
import { strip } from "./strip.ts"
import { visible } from "./visible.ts"
import { clip, pad, widthOf } from "./width.ts"

/** How much of a name, and of the runs, is shown. */
const NAME = 40
const STRIP = 60

/** Those that are not green come first. */
export const cellTable = (cells: ReadonlyArray<CellVerdict>, most: number, width: number): ReadonlyArray<Line> => {
  const ran = cells.filter(({ runs }) => runs.length > 0)
  const sorted = [...ran.filter((cell) => !isGreen(cell)), ...ran.filter(isGreen)]
  const shown = sorted.filter(({ runs }) => runs.length > 1).slice(0, most)
  return [...cellLines(shown, width), ...restLines(sorted.filter((cell) => !shown.includes(cell)))]
}

const cellLines = (cells: ReadonlyArray<CellVerdict>, width: number): ReadonlyArray<Line> => {
  const names = cells.map(({ name }) => clip(visible(name), NAME))
  const counts = cells.map(passedOf)
  const [nameWidth, countWidth] = [widest(names), widest(counts)]
  const marksWidth = Math.min(STRIP, width - nameWidth - countWidth - 12)
  return cells.map(({ runs, verdict }, at) => {
    const [name, count] = [pad(names[at] ?? "", nameWidth), (counts[at] ?? "").padStart(countWidth)]
    const verdicts = runs.map((run) => run.verdict)
    return wholeLine(1, verdict, `${marks[verdict]}  ${name}  ${count}  ${strip(verdicts, marksWidth)}`)
  })
}

const restLines = (cells: ReadonlyArray<CellVerdict>): ReadonlyArray<Line> => {
  if (cells.length === 0) return []
  const count = `${cells.length} ${cells.every(({ runs }) => runs.length === 1) ? "cells of one run" : "more cells"}`
  return [line(1, "plain", `${count}: ${passedOf({ runs: cells.flatMap((cell) => cell.runs) })}`)]
}

const isGreen = ({ runs, verdict }: CellVerdict): boolean =>
  verdict === "pass" && runs.every((run) => run.verdict === "pass")

/** Counted, as a rate would have to be rounded. */
const passedOf = ({ runs }: Pick<CellVerdict, "runs">): string =>
  `${runs.filter(({ verdict }) => verdict === "pass").length} of ${runs.length} runs passed`

const widest = (texts: ReadonlyArray<string>): number => texts.reduce((most, text) => Math.max(most, widthOf(text)), 0)
