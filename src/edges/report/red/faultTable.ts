/**
 * The table of a fault matrix: whether an agent recovered from each fault on each tool.
 */
import type { CellVerdict } from "../../../base/domain/verdict/Verdict.ts"
import { type Line, line, type Tone, wholeLine } from "../text/Line.ts"
import { marks } from "../Row.ts"
import { escapeLine } from "../../../base/std/escape.ts"
import { pad, widthOf } from "../text/width.ts"

/** A table per agent with a fault matrix; a row per fault, a column per tool. */
export const faultTables = (cells: ReadonlyArray<CellVerdict>): ReadonlyArray<Line> => {
  const inMatrix = cells.filter((cell) => cell.matrix !== undefined)
  const names = distinct(inMatrix.map((cell) => cell.matrix?.table ?? ""))
  return names.flatMap((name) =>
    table(
      name,
      inMatrix.filter((cell) => cell.matrix?.table === name)
    )
  )
}

const table = (name: string, cells: ReadonlyArray<CellVerdict>): ReadonlyArray<Line> => {
  const columns = distinct(cells.map((cell) => cell.matrix?.column ?? ""))
  const rows = distinct(cells.map((cell) => cell.matrix?.row ?? ""))
  const find = (row: string, column: string) =>
    cells.find((cell) => cell.matrix?.row === row && cell.matrix.column === column)
  const head = ["fault", ...columns].map(escapeLine)
  const body = rows.map((row) => [escapeLine(row), ...columns.map((column) => outcome(find(row, column)))])
  const widths = head.map((_, at) => Math.max(...[head, ...body].map((cellsOf) => widthOf(cellsOf[at] ?? ""))))
  const text = (cellsOf: ReadonlyArray<string>) =>
    cellsOf
      .map((cell, at) => pad(cell, widths[at] ?? 0))
      .join("  ")
      .trimEnd()
  return [
    line(1, "heading", `${name} under faults`),
    wholeLine(2, "faint", text(head)),
    ...body.map((cellsOf, at) =>
      wholeLine(2, tone(columns.map((column) => find(rows[at] ?? "", column))), text(cellsOf))
    )
  ]
}

/** Whether the agent recovered and how long that took, in its worst run. */
const outcome = (cell: CellVerdict | undefined): string => {
  if (cell === undefined) return ""
  if (cell.skipped !== undefined) return "SKIP"
  const report = cell.gates.find((gate) => "recovery.recovered" in gate.report)?.report ?? {}
  const time = report["recovery.time_to_recovery_ms"]
  const recovered = report["recovery.recovered"]
  const recovery =
    recovered === true ? `recovered, ${String(time)} ms` : recovered === false ? "not recovered" : "not met"
  return `${marks[cell.verdict]} ${recovery}`
}

const tone = (cells: ReadonlyArray<CellVerdict | undefined>): Tone =>
  cells.some((cell) => cell?.verdict === "fail")
    ? "fail"
    : cells.some((cell) => cell?.verdict === "none")
      ? "none"
      : "pass"

const distinct = (words: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(words)]
