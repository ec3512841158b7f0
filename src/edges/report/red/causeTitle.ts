/**
 * The title of a cause: that of its row, or the rows that it holds of with their count.
 */
import { listRows } from "../text/listRows.ts"
import type { Cause } from "./causes.ts"

/** Names of gates that a title has. */
const GATES = 6

/** Rows are named up to a width. */
export const causeTitle = (cause: Cause, columns: number): string => {
  const { gate, mark, run, skipped, title } = cause.example
  const { rows } = cause
  if (rows.length === 1) return title
  const cells = [...new Set(rows.map(({ cell }) => cell))]
  if (gate !== undefined && cells.length < rows.length) return gatesTitle(cause, cells)
  const many = `${rows.length} ${run === undefined ? "cells" : "runs"}: ${listRows(rows, columns)}`
  if (gate !== undefined) return `${gate} [${mark}] ${many}`
  return `${mark}  ${many}${skipped === undefined ? "" : `: ${skipped}`}`
}

/** Several gates of a cell. */
const gatesTitle = ({ example: { mark }, rows }: Cause, cells: ReadonlyArray<string | undefined>): string => {
  const names = [...new Set(rows.map(({ gate }) => gate))]
  const rest = names.length - GATES
  const named = `${names.slice(0, GATES).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`
  return `${mark}  ${rows.length} gates of ${cells.length === 1 ? cells[0] : `${cells.length} cells`}: ${named}`
}
