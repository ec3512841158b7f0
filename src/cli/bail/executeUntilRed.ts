/**
 * `--bail` within a suite: its cells one after the other, up to the first red one, so that which one is the first does not
 * depend on who was quicker.
 */
import * as Effect from "effect/Effect"
import type { Cell, Plan } from "../../domain/Plan.ts"
import type { CellVerdict, Report } from "../../domain/Verdict.ts"
import { partOf } from "../../plan/compile.ts"
import { execute, type Options } from "../../run/execute.ts"

/** What was executed of a plan; the cells that were not are skipped in it. */
export interface Executed {
  readonly status: Report["status"]
  readonly plan: Plan
  readonly cells: ReadonlyArray<CellVerdict>
}

export const executeUntilRed = Effect.fnUntraced(function* (plan: Plan, options: Options<CellVerdict>) {
  const cells: Array<CellVerdict> = []
  for (const [at, cell] of plan.cells.entries()) {
    if (cell.skipped !== undefined) continue
    const execution = yield* execute(partOf(plan, [cell]), options)
    cells.push(...execution.cells)
    if (execution.status === "interrupted") {
      const unfinished = plan.cells.slice(at + 1).filter(({ skipped }) => skipped === undefined)
      cells.push(...unfinished.map((other) => options.desk(other).finish([])))
      return { status: "interrupted", plan, cells } satisfies Executed
    }
    if (execution.cells.some(({ verdict }) => verdict !== "pass") && at < plan.cells.length - 1) {
      const rest = plan.cells.map((other, place) => (place > at ? leftOut(other, cell.name) : other))
      return { status: "bailed", plan: { ...plan, cells: rest }, cells } satisfies Executed
    }
  }
  return { status: "complete", plan, cells } satisfies Executed
})

/** A cell that nobody got to. */
export const leftOut = (cell: Cell, red: string): Cell & { readonly skipped: string } => ({
  ...cell,
  skipped: cell.skipped ?? `not run, --bail stopped at "${red}"`
})
