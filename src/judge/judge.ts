/**
 * Judges what was observed against what a plan expects: one verdict per check, gate, run, cell and suite.
 *
 * Reads each gate's scope from its definition, never its name, so that a gate of another package is judged like one of
 * ours.
 */
import { type Issue, issue } from "../domain/Issue.ts"
import type { Definitions, Means } from "../domain/Metric.ts"
import type { Cell, Plan } from "../domain/Plan.ts"
import type { CellResult } from "../domain/Run.ts"
import { type Source, type SuiteVerdict, worst } from "../domain/Verdict.ts"
import { againCommand } from "./againCommand.ts"
import { blocking, judgeCell } from "./judgeCell.ts"
import type { BoundGate } from "./judgeGate.ts"
import { skippedCell, wasRun } from "./skippedCell.ts"

export interface Case {
  readonly plan: Plan
  readonly definitions: Definitions
  /** Where each gate stands, where that is known: by cell id, in the order of the cell's gates. */
  readonly sources?: ReadonlyMap<string, ReadonlyArray<Source | undefined>>
  readonly results: ReadonlyArray<CellResult>
  /** What was noticed of the suite as a whole. */
  readonly issues?: ReadonlyArray<Issue>
  /** The suite's file, relative to its project. */
  readonly file?: string
  readonly means?: Means
}

export const judge = ({ definitions, file, means = {}, plan, results, sources, ...rest }: Case): SuiteVerdict => {
  const byCell = new Map(results.map((result) => [result.cell, result]))
  const cells = plan.cells.map((cell) => {
    if (cell.skipped !== undefined) return skippedCell(cell, cell.skipped)
    const result = byCell.get(cell.id) ?? { cell: cell.id, runs: [], issues: [] }
    const judged = judgeCell(cell, boundGates(cell, definitions, sources), result, means)
    const again = judged.verdict !== "pass" && file !== undefined
    return again ? { ...judged, command: againCommand(file, cell.name) } : judged
  })
  const issues = [...(rest.issues ?? []), ...nothingRun(plan)]
  return {
    suite: plan.suite,
    ...(file !== undefined && { file }),
    verdict: worst([...cells.filter(wasRun).map((cell) => cell.verdict), ...blocking(issues)]),
    issues,
    cells
  }
}

/** Nothing that was left out is a pass. */
const nothingRun = ({ cells, suite }: Plan): ReadonlyArray<Issue> =>
  cells.length > 0 && cells.every((cell) => cell.skipped !== undefined)
    ? [
        issue(
          "NOTHING_RUN",
          `Every cell of suite "${suite}" is skipped, so there is nothing to judge.`,
          "Take a skip(...) out, or leave the suite out."
        )
      ]
    : []

/** Each gate of the plan with what the suite carried for it. */
const boundGates = (cell: Cell, definitions: Definitions, sources: Case["sources"]): ReadonlyArray<BoundGate> =>
  (definitions.get(cell.id) ?? []).flatMap((definition, at): ReadonlyArray<BoundGate> => {
    const gate = cell.gates[at]
    const source = sources?.get(cell.id)?.[at]
    return gate === undefined ? [] : [{ gate, definition, ...(source !== undefined && { source }) }]
  })
