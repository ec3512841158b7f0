/**
 * `ending` on published runs with known outcomes: how many healthy runs it fails, and how many runs that failed their task.
 * docs/gates/ending.md has these figures.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { importedRuns } from "../../../bench/workload/importedRuns.ts"
import type { FormatName } from "../../../src/features/import/formats/formats.ts"
import { measure, type Spec } from "../../../src/language/metrics/ending.ts"

const data = join(import.meta.dirname, "../../../../shared/data")

interface Figures {
  /** Healthy runs that fail, and all healthy runs. */
  readonly falseAlarms: readonly [failing: number, all: number]
  /** Runs that failed their task and fail here, and all of those. */
  readonly found: readonly [failing: number, all: number]
}

const transfer = (server: string): Spec => ({ by: [{ server, name: "transfer_to_human_agents" }] })

const sets: ReadonlyArray<readonly [name: string, FormatName, path: string, Spec, Figures]> = [
  ["tau-bench, airline", "tau-bench", "tau-bench/gpt-4o-airline.json", {}, { falseAlarms: [35, 84], found: [16, 116] }],
  [
    "tau-bench, airline, by transfer_to_human_agents",
    "tau-bench",
    "tau-bench/gpt-4o-airline.json",
    transfer("tau-bench"),
    { falseAlarms: [0, 84], found: [3, 116] }
  ],
  ["tau2, retail", "tau2", "tau2/gpt-4.1-retail.json", {}, { falseAlarms: [0, 34], found: [0, 6] }],
  ["tau2, telecom", "tau2", "tau2/gpt-4.1-telecom.json", {}, { falseAlarms: [0, 18], found: [0, 22] }],
  ["MCPMark, Notion", "mcpmark", "mcpmark/notion-official", {}, { falseAlarms: [0, 24], found: [0, 88] }],
  ["MCPMark, PostgreSQL", "mcpmark", "mcpmark/postgres-insforge", {}, { falseAlarms: [0, 46], found: [3, 38] }]
]

const endsWell = ({ ended, unadmitted_error }: ReturnType<typeof measure>) => ended === 1 && unadmitted_error === 0

for (const [name, format, path, spec, expected] of sets) {
  const file = join(data, path)
  const title = existsSync(file) ? name : `${name} (skipped: there is no ${file})`
  describe.skipIf(!existsSync(file))(title, () => {
    test("healthy runs that fail, and failed runs that are found", () => {
      const runs = importedRuns(format, file, { inferErrors: true })
      const failing = (isPassed: boolean) => {
        const those = runs.filter(({ outcome }) => outcome?.passed === isPassed)
        return [those.filter(({ trace }) => !endsWell(measure(trace, spec))).length, those.length] as const
      }
      assert.deepEqual({ falseAlarms: failing(true), found: failing(false) }, expected)
    })
  })
}
