/**
 * Months of a history: a hash guards each row, so that what is taken is what was written, and its trends are drawn.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import * as Effect from "effect/Effect"
import { lineOf, rowText } from "../../../src/cli/history/lines.ts"
import { readHistory } from "../../../src/cli/history/readHistory.ts"
import type { HistoryEntry, HistoryRow } from "../../../src/domain/History.ts"
import { trendsOf } from "../../../src/metrics/trends.ts"
import { bytesOf, type Reader } from "../Reader.ts"

const rowOf = (at: number, verdict: "pass" | "fail"): HistoryRow => ({
  cell: "hostile/asks/claude-sonnet-4-5",
  suite: "hostile",
  name: "asks",
  model: "claude-sonnet-4-5",
  verdict,
  outcomes: verdict === "pass" ? "ppp" : "fff",
  evidence: Array.from({ length: 3 }, (_, run) => (at * 3 + run).toString(16).padStart(8, "0")).join(""),
  conditions: { prompt: "a", tools: "b", model: "c", faults: "d", gates: "e" },
  tokens: 300
})

const rows = Array.from({ length: 12 }, (_, at) => rowOf(at, at < 8 ? "pass" : "fail"))
const texts = rows.map((row, at) => lineOf(`2026-11-${String(at + 10)}T00:00:00.000Z`, rowText(row)))

export const MONTH = texts.join("")

export const historyReader = (directory: string): Reader => {
  const folder = join(directory, "history")
  mkdirSync(folder, { recursive: true })
  return {
    name: "month of a history",
    seeds: bytesOf(MONTH, texts[0]!),
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
      writeFileSync(join(folder, "2026-11.jsonl"), bytes)
      const entries: Array<HistoryEntry> = []
      const refusal = await Effect.runPromise(
        readHistory(folder, (entry) => entries.push(entry)).pipe(
          Effect.as(undefined),
          Effect.catch(({ message }) => Effect.succeed(message))
        )
      )
      if (refusal !== undefined) return { refusals: [refusal] }
      const { cells } = trendsOf(entries, 0.99)
      const foreign = entries.find(({ row }) => !rows.some((one) => isDeepStrictEqual(one, row)))
      const untimely = entries.find(({ at }) => !at.startsWith("2026-11-") || new Date(at).toJSON() !== at)
      const wrong =
        foreign !== undefined
          ? "it has a row that nobody wrote"
          : untimely !== undefined
            ? `it has a row of ${untimely.at}, which is not in its month`
            : cells.length > 1
              ? "one cell is two"
              : undefined
      return { refusals: [], ...(wrong !== undefined && { wrong }) }
    }
  }
}
