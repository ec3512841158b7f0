/**
 * `passhat plan`: what would be run and what it may cost, as a table for people. Nothing is run and no recording is read.
 */
import * as Effect from "effect/Effect"
import type { Cell, Plan } from "../../base/domain/plan/Plan.ts"
import { inColumns } from "../../edges/report/text/width.ts"
import { escapeLine } from "../../base/std/escape.ts"
import { stdout } from "../../app/kit/output/output.ts"
import type { Suites } from "../../app/suites/compileSuites.ts"
import type { HideSecrets } from "../../app/run/hideSecrets.ts"
import { plansOf } from "./printPlans.ts"

/** Returns the exit code. */
export const printPlanTable = Effect.fnUntraced(function* (suites: Suites, hide: HideSecrets) {
  const plans = yield* plansOf(suites, hide)
  if (plans === undefined) return 2
  const files = suites.map(({ project }) => project.file)
  yield* stdout(planTable(hide(plans), files))
  return 0
})

/** The files of the suites are shown where they are known. */
export const planTable = (plans: ReadonlyArray<Plan>, files: ReadonlyArray<string> = []): string => {
  const lines = plans.flatMap((plan, at) => [...suiteLines(plan, files[at] ?? ""), ""])
  return [...lines, ...totalLines(plans)].map((line) => `${escapeLine(line).trimEnd()}\n`).join("")
}

const HEAD = ["cell", "model", "runs", "gates", "servers"]

const suiteLines = ({ cells, suite }: Plan, file: string): ReadonlyArray<string> => {
  const rows = [HEAD, ...cells.map(rowOf)].map((row) => row.map(escapeLine))
  return [`${suite}  ${file}`, ...inColumns(rows).map((row) => `  ${row}`)]
}

const rowOf = ({ behaviour, gates, model, name, runs, skipped, stops_early }: Cell): ReadonlyArray<string> => [
  name,
  model,
  skipped !== undefined
    ? `skipped: ${skipped}`
    : stops_early === undefined
      ? `${runs}`
      : `${stops_early.runs.best} to ${runs}`,
  `${gates.length}`,
  behaviour.servers.map((server) => server.name).join(", ")
]

const totalLines = (plans: ReadonlyArray<Plan>): ReadonlyArray<string> => {
  const cells = plans.flatMap((plan) => plan.cells).filter(({ skipped }) => skipped === undefined)
  const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, one) => total + one, 0)
  const runs = sum(cells.map((cell) => cell.runs))
  const calls = sum(plans.map(({ live_at_most }) => live_at_most.model_calls))
  const tokens = sum(plans.map(({ live_at_most }) => live_at_most.output_tokens))
  const expected = sum(cells.map((cell) => cell.stops_early?.runs.expected ?? cell.runs))
  return [
    `${counted(cells.length, "cell")}, ${counted(runs, "run")}. Live they take at most ${counted(calls, "model call")} and ${counted(tokens, "output token")}.`,
    ...(cells.some(({ stops_early }) => stops_early !== undefined)
      ? [`Cells that stop when they are decided: ${Math.ceil(expected)} of the ${runs} runs are expected.`]
      : [])
  ]
}

const counted = (count: number, noun: string): string =>
  `${String(count).replace(/\B(?=(\d{3})+$)/g, ",")} ${noun}${count === 1 ? "" : "s"}`
