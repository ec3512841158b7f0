/**
 * Reads the months of a history, or says in one sentence which line of which file is wrong.
 */
import { readdirSync, readFileSync } from "node:fs"
import { basename, join, resolve } from "node:path"
import * as Effect from "effect/Effect"
import type { HistoryEntry } from "../../domain/History.ts"
import { errorCode } from "../../std/errorCode.ts"
import { tryCatch } from "../../std/tryCatch.ts"
import { UsageError } from "../UsageError.ts"
import { parseLine } from "./lines.ts"

const MONTH = /^\d{4}-\d{2}\.jsonl$/
const MONTH_DIGITS = "2026-01".length

/**
 * Gives every row to `visit`, in the order of the files, and says how many there are; none, if there is no such folder. Files with other
 * names are not looked at.
 */
export const readHistory = (
  directory: string,
  visit: (entry: HistoryEntry) => void
): Effect.Effect<number, UsageError> =>
  Effect.suspend(() => {
    const names = tryCatch(() => readdirSync(resolve(directory)), errorCode)
    if (names === "ENOENT") return Effect.succeed(0)
    if (typeof names === "string") return Effect.fail(unreadable(directory, names))
    let rows = 0
    for (const name of names.filter((one) => MONTH.test(one)).toSorted()) {
      const found = readMonth(join(directory, name), visit)
      if (typeof found !== "number") return Effect.fail(found)
      rows += found
    }
    return Effect.succeed(rows)
  })

/** How many rows it has, or what is wrong with it. */
const readMonth = (file: string, visit: (entry: HistoryEntry) => void): number | UsageError => {
  const bytes = tryCatch(() => readFileSync(resolve(file)), errorCode)
  if (typeof bytes === "string") return unreadable(file, bytes)
  const text = new TextDecoder().decode(bytes)
  const month = basename(file).slice(0, MONTH_DIGITS)
  let rows = 0
  let before: HistoryEntry | undefined
  for (let from = 0; from < text.length;) {
    const end = text.indexOf("\n", from)
    const line = text.slice(from, end === -1 ? text.length : end)
    const entry = parseLine(line.endsWith("\r") ? line.slice(0, -1) : line, before)
    // Times are not hashed, and the order of rows decides whether a cell is worse than it was.
    if (!entry?.at.startsWith(month)) return damaged(file, rows + 1, end === -1)
    visit(entry)
    before = entry
    rows += 1
    from = end === -1 ? text.length : end + 1
  }
  return rows
}

const damaged = (file: string, line: number, isLast: boolean): UsageError =>
  new UsageError({
    what: `${file}:${line}: ${isLast ? "the line is cut off, or it" : "it"} is not a row that passhat wrote.`,
    hint: "Restore the file, or delete the line: the report that it came from can be added again."
  })

const unreadable = (path: string, code: string): UsageError =>
  new UsageError({ what: `The history ${path} cannot be read (${code}).`, hint: "Name the folder of a history." })
