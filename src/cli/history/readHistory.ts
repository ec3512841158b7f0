/**
 * Reads the months of a history, or says in one sentence which line of which file is wrong.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import * as Effect from "effect/Effect"
import type { HistoryEntry } from "../../domain/History.ts"
import { errorCode } from "../../std/errorCode.ts"
import { tryCatch } from "../../std/tryCatch.ts"
import { UsageError } from "../UsageError.ts"
import { parseLine } from "./lines.ts"

const MONTH = /^\d{4}-\d{2}\.jsonl$/

/** Undefined if there is no such folder. Files with other names are not looked at. */
export const readHistory = (directory: string): Effect.Effect<ReadonlyArray<HistoryEntry> | undefined, UsageError> =>
  Effect.suspend(() => {
    const names = tryCatch(() => readdirSync(resolve(directory)), errorCode)
    if (names === "ENOENT") return Effect.succeed(undefined)
    if (typeof names === "string") return Effect.fail(unreadable(directory, names))
    const entries: Array<HistoryEntry> = []
    for (const name of names.filter((one) => MONTH.test(one)).toSorted()) {
      const problem = addMonth(join(directory, name), entries)
      if (problem !== undefined) return Effect.fail(problem)
    }
    return Effect.succeed(entries)
  })

const addMonth = (file: string, entries: Array<HistoryEntry>): UsageError | undefined => {
  const bytes = tryCatch(() => readFileSync(resolve(file)), errorCode)
  if (typeof bytes === "string") return unreadable(file, bytes)
  const text = new TextDecoder().decode(bytes)
  for (let [from, number] = [0, 1]; from < text.length; number++) {
    const end = text.indexOf("\n", from)
    const line = text.slice(from, end === -1 ? text.length : end)
    const entry = parseLine(line.endsWith("\r") ? line.slice(0, -1) : line)
    if (entry === undefined) return damaged(file, number, end === -1)
    entries.push(entry)
    from = end === -1 ? text.length : end + 1
  }
  return undefined
}

const damaged = (file: string, line: number, isLast: boolean): UsageError =>
  new UsageError({
    what: `${file}:${line}: ${isLast ? "the line is cut off, or it" : "it"} is not a row that passhat wrote.`,
    hint: "Restore the file, or delete the line: the report that it came from can be added again."
  })

const unreadable = (path: string, code: string): UsageError =>
  new UsageError({ what: `The history ${path} cannot be read (${code}).`, hint: "Name the folder of a history." })
