/**
 * Judges what was observed against what a plan expects: one verdict per check, gate, run, cell and suite.
 *
 * Reads each gate's scope from its definition, never its name, so that a gate of another package is judged like one of
 * ours.
 */
import type { Issue } from "../domain/Issue.ts"
import { issue } from "../domain/issues.ts"
import type { Definitions, Capabilities } from "../domain/Metric.ts"
import type { Cell, Plan } from "../domain/Plan.ts"
import type { CellResult } from "../domain/Run.ts"
import type { CellVerdict, Source, SuiteVerdict, Verdict } from "../domain/Verdict.ts"
import { worst } from "../domain/worst.ts"
import { againCommand } from "./againCommand.ts"
import { blocking, cellJudge } from "./judgeCell.ts"
import type { BoundGate } from "./judgeGate.ts"
import { skippedCell, wasRun } from "./skippedCell.ts"

/** What a suite carried for its gates. */
export interface Carried {
  readonly definitions: Definitions
  /** Where each gate stands, where that is known: by cell id, in the order of the cell's gates. */
  readonly sources?: ReadonlyMap<string, ReadonlyArray<Source | undefined>>
}

/** What is known of a suite beside its cells. */
export interface About {
  readonly plan: Plan
  /** What was noticed of the suite as a whole. */
  readonly issues?: ReadonlyArray<Issue>
  /** The suite's file, relative to its project. */
  readonly file?: string
}

export interface Case extends Carried, About {
  readonly results: ReadonlyArray<CellResult>
  readonly means?: Capabilities
  /** Whether each run's verdict carries its trace. */
  readonly traces?: boolean
}

export const judge = (given: Case): SuiteVerdict => {
  const { means = {}, plan, results, traces = false } = given
  const byCell = new Map(results.map((result) => [result.cell, result]))
  const run = plan.cells.filter((cell) => cell.skipped === undefined)
  return judgeSuite(
    given,
    run.map((cell) => {
      const { finish, take } = cellJudge(cell, boundGates(cell, given), { means, traces })
      const { issues, runs } = byCell.get(cell.id) ?? { runs: [], issues: [] }
      for (const result of runs) if (result.index <= cell.runs) take(result)
      return finish(issues)
    })
  )
}

/** The verdict of a suite whose cells were judged, all but those that its plan skips. */
export const judgeSuite = ({ file, plan, ...about }: About, judged: ReadonlyArray<CellVerdict>): SuiteVerdict => {
  const byId = new Map(judged.map((cell) => [cell.id, cell]))
  const cells = plan.cells.flatMap((cell): ReadonlyArray<CellVerdict> => {
    if (cell.skipped !== undefined) return [skippedCell(cell, cell.skipped)]
    const found = byId.get(cell.id)
    if (found === undefined) return []
    const again = found.verdict !== "pass" && file !== undefined
    return [again ? { ...found, command: againCommand(file, cell.name) } : found]
  })
  const issues = [...(about.issues ?? []), ...nothingRun(plan)]
  return {
    suite: plan.suite,
    ...(file !== undefined && { file }),
    verdict: decideSuite(cells, issues),
    issues,
    cells
  }
}

/** A suite's verdict, of what it holds. */
export const decideSuite = (cells: ReadonlyArray<CellVerdict>, issues: ReadonlyArray<Issue>): Verdict =>
  worst([...cells.filter(wasRun).map((cell) => cell.verdict), ...blocking(issues)])

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
export const boundGates = (cell: Cell, { definitions, sources }: Carried): ReadonlyArray<BoundGate> =>
  (definitions.get(cell.id) ?? []).flatMap((definition, at): ReadonlyArray<BoundGate> => {
    const gate = cell.gates[at]
    const source = sources?.get(cell.id)?.[at]
    return gate === undefined ? [] : [{ gate, definition, ...(source !== undefined && { source }) }]
  })
