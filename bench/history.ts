/**
 * Measures `passhat history` over 200,000 rows of 1,000 cells: `npx bun run bench/history.ts [rounds]`. It prints, and keeps nothing.
 *
 * Rows are as passhat writes them, some 490 bytes each: ten runs a row, a report every four days or so.
 */
import { hash } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { lineOf, rowText } from "../src/cli/history/lines.ts"
import type { HistoryRow } from "../src/domain/History.ts"
import { EVIDENCE_DIGITS } from "../src/metrics/evidenceSeen.ts"
import { load } from "./measure/machine.ts"
import { meter } from "./measure/meter.ts"
import { root, type Runtime, runtimes } from "./runtimes.ts"
import { type Dice, diceOf } from "./workload/dice.ts"

const CELLS = 1_000
const REPORTS = 200
const RUNS = 10
const HOURS_BETWEEN = 100
const FIRST = Date.UTC(2024, 0, 1)
const HOUR = 3_600_000

const digits = (text: string, count: number): string => hash("sha256", text).slice(0, count)

const rowOf = (cell: number, report: number, dice: Dice): HistoryRow => {
  // Each passes nine times of ten; the prompt changes with every fiftieth report.
  const outcomes = Array.from({ length: RUNS }, () => (dice(10) === 0 ? "f" : "p"))
  const [suite, name, model] = [`suite-${cell % 20}`, `case-${cell}`, "claude-sonnet-4-5"]
  return {
    cell: `${suite}/${name}/${model}`,
    suite,
    name,
    model,
    verdict: outcomes.includes("f") ? "fail" : "pass",
    outcomes: outcomes.join(""),
    evidence: outcomes.map((_, run) => digits(`${cell} ${report} ${run}`, EVIDENCE_DIGITS)).join(""),
    conditions: {
      prompt: digits(`${cell} ${Math.floor(report / 50)}`, 16),
      tools: digits("tools", 16),
      model: digits(model, 16),
      faults: digits("faults", 16),
      gates: digits(`gates ${cell}`, 16)
    },
    tokens: 12_000 + dice(4_000)
  }
}

const writeHistory = (folder: string): number => {
  const dice = diceOf(20261117)
  const months = new Map<string, Array<string>>()
  for (let report = 0; report < REPORTS; report++) {
    const at = new Date(FIRST + report * HOURS_BETWEEN * HOUR).toISOString()
    const month = months.get(at.slice(0, 7)) ?? []
    months.set(at.slice(0, 7), month)
    const texts = Array.from({ length: CELLS }, (_, cell) => rowText(rowOf(cell, report, dice))).toSorted()
    for (const text of texts) month.push(lineOf(at, text))
  }
  let bytes = 0
  for (const [month, lines] of months) {
    const text = lines.join("")
    bytes += Buffer.byteLength(text)
    writeFileSync(join(folder, `${month}.jsonl`), text)
  }
  return bytes
}

const rounds = Number(process.argv[2] ?? 5)
const folder = mkdtempSync(join(tmpdir(), "passhat-history-"))
const bytes = writeHistory(folder)
console.log(`${CELLS * REPORTS} rows of ${CELLS} cells, ${(bytes / 1e6).toFixed(0)} MB, load ${load()}`)
const measured: ReadonlyArray<Runtime> = ["Bun", "Node", "Deno"]
for (let round = 0; round < rounds; round++) {
  for (const runtime of measured) {
    const argv = [...runtimes[runtime], join(root, "dist/cli/passhat.js"), "history", "--history", folder]
    const { cpu, exit, megabytes, said, seconds } = await meter({ argv, cwd: root })
    // 1: a cell is worse than it was, as one in a hundred may be said to be by chance.
    if (exit > 1) throw new Error(`passhat ended with ${exit}: ${said}`)
    console.log(
      `${runtime}: ${seconds.toFixed(2)} s, ${cpu.toFixed(2)} s of processor time, ${megabytes.toFixed(0)} MB`
    )
  }
}
rmSync(folder, { recursive: true })
