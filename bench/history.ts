/**
 * Measures `passhat history` over 200,000 rows of 1,000 cells: `npx bun run bench/history.ts [rounds]`. It prints, and keeps nothing.
 *
 * The limit is a script that reads the same files, hashes every line and gives it to JSON.parse, measured in turn with it: machines differ,
 * and one machine from minute to minute.
 *
 * Rows are as passhat writes them, some 300 bytes each: ten runs a row, a report every four days or so.
 */
import { hash } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cellLineOf, historyKey, lineText, rowLineOf } from "../src/features/history/lines.ts"
import { CELLS_FILE } from "../src/features/history/readHistory.ts"
import type { HistoryCell, HistoryRow } from "../src/base/domain/verdict/History.ts"
import { EVIDENCE_DIGITS } from "../src/language/metrics/evidenceSeen.ts"
import { load } from "./measure/machine.ts"
import { meter, type Sample } from "./measure/meter.ts"
import { root, type Runtime, runtimes } from "./runtimes.ts"
import { type Dice, diceOf } from "./workload/dice.ts"

const CELLS = 1_000
const REPORTS = 200
const RUNS = 10
const HOURS_BETWEEN = 100
const FIRST = Date.UTC(2024, 0, 1)
const HOUR = 3_600_000

const digits = (text: string, count: number): string => hash("sha256", text).slice(0, count)

/** The prompt changes with every fiftieth report. */
const cellOf = (cell: number, report: number): HistoryCell => {
  const [suite, name, model] = [`suite-${cell % 20}`, `case-${cell}`, "claude-sonnet-4-5"]
  return {
    cell: `${suite}/${name}/${model}`,
    suite,
    name,
    model,
    conditions: {
      prompt: digits(`${cell} ${Math.floor(report / 50)}`, 16),
      tools: digits("tools", 16),
      model: digits(model, 16),
      faults: digits("faults", 16),
      gates: digits(`gates ${cell}`, 16)
    }
  }
}

/** Each run passes nine times of ten. */
const rowOf = (cell: number, report: number, dice: Dice): HistoryRow => {
  const outcomes = Array.from({ length: RUNS }, () => (dice(10) === 0 ? "f" : "p"))
  return {
    cell: historyKey(cellOf(cell, report)),
    verdict: outcomes.includes("f") ? "fail" : "pass",
    outcomes: outcomes.join(""),
    evidence: outcomes.map((_, run) => digits(`${cell} ${report} ${run}`, EVIDENCE_DIGITS)).join(""),
    tokens: 12_000 + dice(4_000)
  }
}

const writeHistory = (folder: string): number => {
  const dice = diceOf(20261117)
  const files = new Map<string, Array<string>>()
  const cells = new Set<string>()
  for (let report = 0; report < REPORTS; report++) {
    const at = new Date(FIRST + report * HOURS_BETWEEN * HOUR).toISOString()
    const name = `${at.slice(0, 7)}.jsonl`
    const month = files.get(name) ?? []
    files.set(name, month)
    for (let cell = 0; cell < CELLS; cell++) cells.add(cellLineOf(cellOf(cell, report)))
    const texts = Array.from({ length: CELLS }, (_, cell) => lineText(rowOf(cell, report, dice))).toSorted()
    for (const text of texts) month.push(rowLineOf(at, text))
  }
  files.set(CELLS_FILE, [...cells])
  let bytes = 0
  for (const [name, lines] of files) {
    const text = lines.join("")
    bytes += Buffer.byteLength(text)
    writeFileSync(join(folder, name), text)
  }
  return bytes
}

const rounds = Number(process.argv[2] ?? 5)
const folder = mkdtempSync(join(tmpdir(), "passhat-history-"))
const bytes = writeHistory(folder)
console.log(`${CELLS * REPORTS} rows of ${CELLS} cells, ${(bytes / 1e6).toFixed(0)} MB, load ${load()}`)
const measured: ReadonlyArray<Runtime> = ["Bun", "Node", "Deno"]

const sampleOf = async (runtime: Runtime, ...args: ReadonlyArray<string>): Promise<Sample> => {
  const sample = await meter({ argv: [...runtimes[runtime], ...args], cwd: root })
  // 1: a cell is worse than it was, as one in a hundred may be said to be by chance.
  if (sample.exit > 1) throw new Error(`${args[0]} ended with ${sample.exit}: ${sample.said}`)
  return sample
}

const samples = measured.map((runtime) => ({ runtime, own: new Array<Sample>(), limit: new Array<Sample>() }))
for (let round = 0; round < rounds; round++) {
  for (const { limit, own, runtime } of samples) {
    limit.push(await sampleOf(runtime, join(root, "bench/limit/history.js"), folder))
    own.push(await sampleOf(runtime, join(root, "dist/doors/passhat.js"), "history", "--history", folder))
  }
}
for (const { limit, own, runtime } of samples) {
  const seconds = own.map((sample) => sample.seconds).toSorted((a, b) => a - b)
  const cpu = (some: ReadonlyArray<Sample>): number => Math.min(...some.map((sample) => sample.cpu))
  const megabytes = Math.max(...own.map((sample) => sample.megabytes))
  console.log(
    `${runtime}: ${seconds.map((one) => one.toFixed(2)).join(" ")} s; the least processor time ${cpu(own).toFixed(2)} s, ` +
      `${(cpu(own) / cpu(limit)).toFixed(2)} times the limit's; at most ${megabytes.toFixed(0)} MB`
  )
}
rmSync(folder, { recursive: true })
