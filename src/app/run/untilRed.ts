/**
 * `--bail`: stops at the first red cell, and says of the rest that it was not run.
 *
 * Cells and suites go one after the other, so that which one is the first does not depend on which was quicker.
 */
import * as Effect from "effect/Effect"
import type { Cell, Plan } from "../../base/domain/plan/Plan.ts"
import type { CellVerdict, Report, SuiteVerdict } from "../../base/domain/verdict/Verdict.ts"
import { skippedCell, wasRun } from "../../engine/judge/skippedCell.ts"
import { partOf } from "../../language/plan/compile.ts"
import { execute, type Options } from "../../engine/run/execute.ts"
import type { AnySuite, Suites } from "../suites/compileSuites.ts"
import { type JudgedSuite, refusal } from "./executeSuite.ts"

/** What was executed of a plan; the cells that were not are skipped in it. */
export interface Executed {
  readonly status: Report["status"]
  readonly plan: Plan
  readonly cells: ReadonlyArray<CellVerdict>
}

/** Executes cells of one suite until one is red. */
export const executeUntilRed = Effect.fnUntraced(function* (plan: Plan, options: Options<CellVerdict>) {
  const cells: Array<CellVerdict> = []
  for (const [at, cell] of plan.cells.entries()) {
    if (cell.skipped !== undefined) continue
    const execution = yield* execute(partOf(plan, [cell]), options)
    cells.push(...execution.cells)
    if (execution.status === "interrupted") {
      const unfinished = plan.cells.slice(at + 1).filter(({ skipped }) => skipped === undefined)
      cells.push(...unfinished.map((other) => options.sink(other).finish([])))
      return { status: "interrupted", plan, cells } satisfies Executed
    }
    if (execution.cells.some(({ verdict }) => verdict !== "pass") && at < plan.cells.length - 1) {
      const rest = plan.cells.map((other, place) => (place > at ? notReached(other, cell.name) : other))
      return { status: "bailed", plan: { ...plan, cells: rest }, cells } satisfies Executed
    }
  }
  return { status: "complete", plan, cells } satisfies Executed
})

/** Judges suites until one is red. */
export const judgeUntilRed = Effect.fnUntraced(function* <R>(
  suites: Suites,
  judgeOne: (suite: AnySuite) => Effect.Effect<JudgedSuite, never, R>
) {
  const judged: Array<JudgedSuite> = []
  for (const one of suites) {
    const red = judged.find(({ verdict }) => verdict.verdict !== "pass")
    judged.push(red === undefined ? yield* judgeOne(one) : notRun(one, red.verdict))
  }
  return judged
})

const notRun = (one: AnySuite, { cells, suite }: SuiteVerdict): JudgedSuite => {
  if (one._tag === "refused") return refusal(one)
  const red = cells.find((cell) => wasRun(cell) && cell.verdict !== "pass")?.name ?? suite
  const verdict: SuiteVerdict = {
    suite: one.suite.name,
    file: one.project.file,
    verdict: "none",
    issues: one.notices,
    cells: one.plan.cells.map((cell) => skippedCell(cell, notReached(cell, red).skipped))
  }
  return { status: "bailed", verdict, analysed: Effect.succeed(verdict) }
}

const notReached = (cell: Cell, red: string): Cell & { readonly skipped: string } => ({
  ...cell,
  skipped: cell.skipped ?? `not run, --bail stopped at "${red}"`
})
