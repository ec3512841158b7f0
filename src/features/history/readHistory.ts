/**
 * Reads the cells and the months of a history, or says in one sentence which line of which file is wrong.
 */
import { readdirSync } from "node:fs"
import { join, resolve } from "node:path"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { HistoryCell, HistoryEntry, HistoryLine } from "../../base/domain/verdict/History.ts"
import { readWhole } from "../../engine/layers/platform/writeWhole.ts"
import { errorCode } from "../../base/std/errorCode.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { parseCellLine, parseRowLine } from "./lines.ts"

/** The cells that the rows of all months name. */
export const CELLS_FILE = "cells.jsonl"

const MONTH = /^\d{4}-\d{2}\.jsonl$/
const MONTH_DIGITS = "2026-01".length

/**
 * Gives every row to `visit`, in the order of the files, and says how many there are, and which cells by their keys; none, if there is no
 * such folder. Files with other names are not looked at.
 */
export const readHistory = Effect.fnUntraced(function* (directory: string, visit: (entry: HistoryEntry) => void) {
  const cells = new Map<string, HistoryCell>()
  const names = tryCatch(() => readdirSync(resolve(directory)), errorCode)
  if (names === "ENOENT") return { rows: 0, cells }
  if (typeof names === "string") return yield* unreadable(directory, names)
  if (names.includes(CELLS_FILE)) yield* readLines(join(directory, CELLS_FILE), intoCells(cells))
  const latest = latestTime(yield* Clock.currentTimeMillis)
  let rows = 0
  for (const name of names.filter((one) => MONTH.test(one)).toSorted()) {
    rows += yield* readLines(join(directory, name), intoRows(name.slice(0, MONTH_DIGITS), latest, cells, visit))
  }
  return { rows, cells }
})

/** Takes a line, or says what is wrong with it. */
type TakeLine = (line: string) => Defect | undefined

/** It is no row, no cell, a row that names a cell that is not there, or a row of a time that has not come. */
type Defect = "no row" | "no cell" | "row without cell" | "row of the future"

/** Clocks of machines differ, by a day at most. */
const latestTime = (now: number): string => new Date(now + 24 * 60 * 60 * 1000).toISOString()

const intoCells =
  (cells: Map<string, HistoryCell>): TakeLine =>
  (line) => {
    const found = parseCellLine(line)
    if (found === undefined) return "no cell"
    cells.set(...found)
    return undefined
  }

const intoRows = (
  month: string,
  latest: string,
  cells: ReadonlyMap<string, HistoryCell>,
  visit: (entry: HistoryEntry) => void
): TakeLine => {
  let before: HistoryLine | undefined
  return (line) => {
    const found = parseRowLine(line, before)
    // Times are not hashed, and the order of rows decides whether a cell is worse than it was.
    if (!found?.at.startsWith(month)) return "no row"
    // It would be the newest for ever, and every later row would be compared with it.
    if (found.at > latest) return "row of the future"
    before = found
    const { at, id, row } = found
    const cell = cells.get(row.cell)
    if (cell === undefined) return "row without cell"
    visit({ at, id, row, cell })
    return undefined
  }
}

/** How many lines it has, or what is wrong with the first that is not taken. */
const readLines = (file: string, take: TakeLine): Effect.Effect<number, UsageError> => {
  const bytes = readWhole(resolve(file))
  if (typeof bytes === "string") return Effect.fail(unreadable(file, bytes))
  const text = new TextDecoder().decode(bytes)
  let lines = 0
  for (let from = 0; from < text.length;) {
    const end = text.indexOf("\n", from)
    const line = text.slice(from, end === -1 ? text.length : end)
    const defect = take(line.endsWith("\r") ? line.slice(0, -1) : line)
    lines += 1
    if (defect !== undefined) return Effect.fail(refusal(defect, `${file}:${lines}`, end === -1))
    from = end === -1 ? text.length : end + 1
  }
  return Effect.succeed(lines)
}

const refusal = (defect: Defect, place: string, isLast: boolean): UsageError => {
  const subject = isLast ? "the line is cut off, or it" : "it"
  switch (defect) {
    case "no row":
      return new UsageError({
        what: `${place}: ${subject} is not a row that passhat wrote.`,
        hint: restore("the file")
      })
    case "no cell":
      return new UsageError({
        what: `${place}: ${subject} is not a cell that passhat wrote.`,
        hint: "Restore the file."
      })
    case "row without cell":
      return new UsageError({
        what: `${place}: it names a cell that ${CELLS_FILE} beside it does not have.`,
        hint: restore(CELLS_FILE)
      })
    case "row of the future":
      return new UsageError({
        what: `${place}: its time is in the future.`,
        hint: "Set the clock of the machine that wrote it, and delete the line: the report that it came from can be added again."
      })
  }
}

const restore = (file: string): string =>
  `Restore ${file}, or delete the line: the report that it came from can be added again.`

const unreadable = (path: string, code: string): UsageError =>
  new UsageError({ what: `The history ${path} cannot be read (${code}).`, hint: "Name the folder of a history." })
