/**
 * A history of two cells, one of which got worse when its prompt changed.
 */
import type { HistoryConditions, HistoryEntry } from "../../../src/base/domain/verdict/History.ts"
import { trendsOf } from "../../../src/features/history/trends.ts"
import { trendLines } from "../../../src/features/history/trendLines.ts"
import { print } from "../../../src/edges/report/text/Line.ts"
import { sha256 } from "../../../src/base/std/sha256.ts"

const conditions = { prompt: "p1", tools: "t1", model: "m1", faults: "f1", gates: "g1" }

const entry = (day: number, name: string, outcomes: string, given: Partial<HistoryConditions>): HistoryEntry => ({
  at: new Date(Date.UTC(2026, 2, day, 4)).toISOString(),
  id: sha256(`${name} ${day}`).slice(0, 32),
  row: {
    cell: `${name} ${JSON.stringify(given)}`,
    verdict: outcomes.includes("f") ? "fail" : "pass",
    outcomes,
    evidence: Array.from(outcomes, (_, run) => sha256(`${name} ${day} ${run}`).slice(0, 8)).join("")
  },
  cell: {
    cell: `support/${name.replaceAll(" ", "-")}/claude-sonnet-4-5`,
    suite: "support",
    name,
    model: "claude-sonnet-4-5",
    conditions: { ...conditions, ...given }
  }
})

const refunds = ["pppppppppp", "pppppppppf", "pppppppppp", "pppppppppp", "ppfpfpffpf", "pfpfffppff", "pppffpffpf"]
const lookups = ["pppppfpppp", "pppppppppp", "ppppppfppf", "pppppppppp", "pppppppppp", "pppppppppf", "pppppppppp"]

export const sampleTrends = trendsOf(
  refunds.flatMap((outcomes, week) => [
    entry(1 + week, "refunds an order", outcomes, week >= 4 ? { prompt: "p2" } : {}),
    entry(1 + week, "looks up an order", lookups[week]!, week >= 2 ? { tools: "t2" } : {})
  ]),
  0.99
)

export const sampleText = trendLines(sampleTrends)
  .map((line) => `${print(line, false)}\n`)
  .join("")
