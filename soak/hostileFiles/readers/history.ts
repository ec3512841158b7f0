/**
 * Months of a history, and its cells: a hash guards each line, so that what is taken is what was written, and its trends are drawn.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import * as Effect from "effect/Effect"
import { cellLineOf, historyKey, lineText, rowLineOf } from "../../../src/features/history/lines.ts"
import { CELLS_FILE, readHistory } from "../../../src/features/history/readHistory.ts"
import type { HistoryCell, HistoryEntry, HistoryRow } from "../../../src/base/domain/verdict/History.ts"
import { trendsOf } from "../../../src/features/history/trends.ts"
import { bytesOf, type Reader, type Seen } from "../Reader.ts"

const cellUnder = (prompt: string): HistoryCell => ({
  cell: "hostile/asks/claude-sonnet-4-5",
  suite: "hostile",
  name: "asks",
  model: "claude-sonnet-4-5",
  conditions: { prompt, tools: "b", model: "c", faults: "d", gates: "e" }
})

/** The prompt changed with the row from which on all runs failed. */
const [before, after] = [cellUnder("a"), cellUnder("aa")]
const cells = Array.from({ length: 12 }, (_, at) => (at < 8 ? before : after))
const rows = cells.map((cell, at): HistoryRow => {
  const verdict = at < 8 ? "pass" : "fail"
  return {
    cell: historyKey(cell),
    verdict,
    outcomes: verdict === "pass" ? "ppp" : "fff",
    evidence: Array.from({ length: 3 }, (_, run) => (at * 3 + run).toString(16).padStart(8, "0")).join(""),
    tokens: 300
  }
})
const lines = rows.map((row, at) => rowLineOf(`2026-11-${String(at + 10)}T00:00:00.000Z`, lineText(row)))

const MONTH_FILE = "2026-11.jsonl"
export const MONTH = lines.join("")
export const CELLS = cellLineOf(before) + cellLineOf(after)

export const historyReader = (directory: string): Reader => {
  const folder = join(directory, "history")
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, CELLS_FILE), CELLS)
  return {
    name: "month of a history",
    seeds: bytesOf(MONTH, lines[0]!),
    attacks: [
      {
        name: "a time that no calendar has",
        seed: 0,
        bytes: Buffer.from(MONTH.replace("2026-11-10T00:00", "2026-99-99T99:99"))
      },
      {
        name: "failed rows are older than passed ones",
        seed: 0,
        bytes: Buffer.from(MONTH.replaceAll(/"at":"2026-11-(?:18|19|20|21)/g, '"at":"1999-01-01'))
      }
    ],
    place: /2026-11\.jsonl:\d+: /,
    read: async (bytes) => {
      writeFileSync(join(folder, MONTH_FILE), bytes)
      return seenIn(folder)
    }
  }
}

export const cellsReader = (directory: string): Reader => {
  const folder = join(directory, "cells")
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, MONTH_FILE), MONTH)
  return {
    name: "cells of a history",
    seeds: bytesOf(CELLS),
    attacks: [
      {
        name: "failed rows were judged by other gates",
        seed: 0,
        bytes: Buffer.from(cellLineOf(before) + cellLineOf(after).replace('"gates":"e"', '"gates":"f"'))
      },
      {
        name: "gates that are written twice",
        seed: 0,
        bytes: Buffer.from(cellLineOf(before) + cellLineOf(after).replace('"gates":"e"', '"gates":"f","gates":"e"'))
      }
    ],
    place: /\.jsonl:\d+: /,
    read: async (bytes) => {
      writeFileSync(join(folder, CELLS_FILE), bytes)
      return seenIn(folder)
    }
  }
}

const seenIn = async (folder: string): Promise<Seen> => {
  const entries: Array<HistoryEntry> = []
  const refusal = await Effect.runPromise(
    readHistory(folder, (entry) => entries.push(entry)).pipe(
      Effect.as(undefined),
      Effect.catch(({ message }) => Effect.succeed(message))
    )
  )
  if (refusal !== undefined) return { refusals: [refusal] }
  const wrong = wrongWith(entries)
  return { refusals: [], ...(wrong !== undefined && { wrong }) }
}

const wrongWith = (entries: ReadonlyArray<HistoryEntry>): string | undefined => {
  const isWritten = ({ cell, row }: HistoryEntry): boolean =>
    rows.some((one, at) => isDeepStrictEqual(one, row) && isDeepStrictEqual(cells[at], cell))
  if (!entries.every(isWritten)) return "it has a row or a cell that nobody wrote"
  const untimely = entries.find(({ at }) => !at.startsWith("2026-11-") || new Date(at).toJSON() !== at)
  if (untimely !== undefined) return `it has a row of ${untimely.at}, which is not in its month`
  return trendsOf(entries, 0.99).cells.length > 1 ? "one cell is two" : undefined
}
