/**
 * The tables of docs/stopping-early.md: what stopping early saves, exactly, and what 10,000 simulated cells did.
 *
 * `bun run test/docs/stoppingTable.ts` prints them.
 */
import { type Spec, stopRule } from "../../src/language/metrics/stopping.ts"
import { runOutlook } from "../../src/language/metrics/runOutlook.ts"
import { chances, simulate } from "../language/metrics/stopping.ts"

const samples = [
  { at_least: 0.5, runs: 20, rates: [0.2, 0.5, 0.75, 0.95, 1] },
  { at_least: 0.8, runs: 40, rates: [0.5, 0.8, 0.9, 0.98, 1] },
  { at_least: 0.9, runs: 100, rates: [0.7, 0.9, 0.95, 0.99, 1] }
] as const
const confidence = 0.95
const CELLS = 10_000
const SEED = 20_261_117

const ruleOf = (at_least: number, runs: number, stop_early: Spec["stop_early"]) =>
  stopRule({ at_least, confidence, stop_early }, runs)

/** The mean number of runs, and how often a cell passes with and without stopping, summed over all outcomes. */
export const savedRuns = (): string =>
  table(
    ["floor", "runs", "true rate", 'runs with `"certain"`', "runs with `true`", "passes without", "passes with `true`"],
    samples.flatMap(({ at_least, rates, runs }) =>
      rates.map((rate) => {
        const [certain, betting] = [ruleOf(at_least, runs, "certain"), ruleOf(at_least, runs, "betting")]
        return [
          `${at_least}`,
          `${runs}`,
          `${rate}`,
          runOutlook([certain], runs, rate).expected.toFixed(1),
          runOutlook([betting], runs, rate).expected.toFixed(1),
          percent(chances(certain, runs, rate).pass),
          percent(chances(betting, runs, rate).pass)
        ]
      })
    )
  )

/** Cells whose true rate is the floor: each pass and each fail of them is a false one. */
export const falseVerdicts = (): string =>
  table(
    ["floor", "runs", "cells", "false passes", "false fails", "allowed of each", "runs made of each cell"],
    samples.map(({ at_least, runs }) => {
      const found = simulate(ruleOf(at_least, runs, "betting"), { runs, rate: at_least, cells: CELLS, seed: SEED })
      const allowed = Math.floor(CELLS * (1 - confidence) + 1e-9)
      return [at_least, runs, CELLS, found.pass, found.fail, allowed, (found.runs / CELLS).toFixed(1)].map(String)
    })
  )

const percent = (chance: number): string => `${(chance * 100).toFixed(1)} %`

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)))
  const line = (row: ReadonlyArray<string>): string =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |\n`
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("")
}

if (import.meta.main) process.stdout.write(`${savedRuns()}\n${falseVerdicts()}`)
