/**
 * The tables of cases in columns of a terminal, below each the totals of each model and what is red of it.
 */
import type { CellVerdict } from "../../../base/domain/verdict/Verdict.ts"
import { escapeLine } from "../../../base/std/escape.ts"
import type { Section } from "../Row.ts"
import { distinct } from "../text/distinct.ts"
import { type Line, line, type Tone, wholeLine } from "../text/Line.ts"
import { clip, pad, widthOf } from "../text/width.ts"
import { type CaseRow, type CaseView, caseViews, cellText, isRedCell, shortNames } from "./CaseView.ts"
import { columnText, redText } from "./columnLines.ts"

/** Rows of a table, red names of a column, and columns of a terminal for names of cases and models. */
const MOST_ROWS = 40
const MOST_RED = 8
const CASE_WIDTH = 48
const NARROW_CASE = 24
const MODEL_WIDTH = 24

/** Columns before the name of a case. */
const INDENT = 4

/** The widest line if the width of the terminal is unknown. */
const WIDTH = 120

export const caseLines = (section: Pick<Section, "cells" | "tables">, width: number): ReadonlyArray<Line> =>
  caseViews(section).flatMap((view) => [...tableLines(view, Math.min(width, WIDTH)), ...totalLines(view)])

/** Columns that do not fit beside each other follow below, with the names of the cases again. */
const tableLines = (view: CaseView, width: number): ReadonlyArray<Line> => {
  const rows = view.rows.slice(0, MOST_ROWS)
  const models = distinct(
    view.columns.map(({ model }) => escapeLine(model)),
    (model) => clip(model, MODEL_WIDTH)
  )
  const columns = models.map((model, at) => [model, ...rows.map(({ cells }) => cellText(cells[at]))])
  const widths = columns.map(widest)
  const left = width - INDENT - widths.reduce((sum, own) => sum + own + 2, 0)
  const names = namesOf(view, Math.min(CASE_WIDTH, Math.max(NARROW_CASE, left)))
  const first = ["case", ...rows.map(({ name }) => names.get(name) ?? name)]
  const nameWidth = widest(first)
  return partsOf(widths, width - INDENT - nameWidth).flatMap((part) => {
    const text = (at: number): string =>
      [pad(first[at] ?? "", nameWidth), ...part.map((column) => pad(columns[column]?.[at] ?? "", widths[column] ?? 0))]
        .join("  ")
        .trimEnd()
    return [
      line(1, "heading", view.table),
      wholeLine(2, "faint", text(0)),
      ...rows.map((row, at) => wholeLine(2, toneOf(part.map((column) => row.cells[column])), text(at + 1))),
      ...restLines(view.rows.slice(MOST_ROWS))
    ]
  })
}

const namesOf = (view: CaseView, columns: number): ReadonlyMap<string, string> =>
  shortNames(view, (name) => clip(escapeLine(name), columns))

const restLines = (rows: ReadonlyArray<CaseRow>): ReadonlyArray<Line> => {
  if (rows.length === 0) return []
  const red = rows.filter(({ isRed }) => isRed).length
  return [line(2, "plain", `${rows.length} more ${rows.length === 1 ? "case" : "cases"}, ${red} of them red`)]
}

const totalLines = (view: CaseView): ReadonlyArray<Line> => {
  const names = namesOf(view, CASE_WIDTH)
  return view.columns.flatMap((column) => {
    const red = redText(column, MOST_RED, names)
    return [
      line(2, "plain", `${column.model}: ${columnText(column)}`),
      ...(red === undefined ? [] : [line(3, column.cells.fail > 0 ? "fail" : "none", `red: ${red}`)])
    ]
  })
}

/** The indices of columns that fit beside each other; at least one. */
const partsOf = (widths: ReadonlyArray<number>, room: number): ReadonlyArray<ReadonlyArray<number>> => {
  const parts: Array<Array<number>> = []
  let left = 0
  for (const [at, own] of widths.entries()) {
    const last = parts.at(-1)
    if (last === undefined || left < own + 2) {
      parts.push([at])
      left = room - own - 2
    } else {
      last.push(at)
      left -= own + 2
    }
  }
  return parts
}

const toneOf = (cells: ReadonlyArray<CellVerdict | undefined>): Tone => {
  const red = cells.filter((cell) => cell !== undefined).filter(isRedCell)
  return red.length === 0 ? "plain" : red.some(({ verdict }) => verdict === "fail") ? "fail" : "none"
}

const widest = (texts: ReadonlyArray<string>): number => texts.reduce((most, text) => Math.max(most, widthOf(text)), 0)
