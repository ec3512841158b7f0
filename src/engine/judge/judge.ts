/**
 * Judges the runs of a suite against its plan: one verdict per check, gate, run, cell and suite.
 *
 * It reads each gate's scope from its definition, never from its name, so that gates of other packages are judged like
 * those of passhat.
 */
import type { Issue } from "../../base/domain/Issue.ts"
import { issue } from "../../base/domain/issues.ts"
import type { Capabilities, Definitions } from "../../base/domain/verdict/Metric.ts"
import type { Cell, Plan } from "../../base/domain/plan/Plan.ts"
import type { CellResult } from "../../base/domain/recording/Run.ts"
import type { CellVerdict, Source, SuiteVerdict, Verdict } from "../../base/domain/verdict/Verdict.ts"
import { worst } from "../../base/domain/verdict/worst.ts"
import { caseTables } from "./caseTables.ts"
import { blocking, cellJudge } from "./judgeCell.ts"
import type { BoundGate } from "./judgeGate.ts"
import { skippedCell, wasRun } from "./skippedCell.ts"
import type { Says } from "./turnCheck.ts"
import { shellWord } from "../../base/std/shellWord.ts"

/** The code and the source positions of a suite's gates, which a plan does not hold. */
export interface Carried {
  readonly definitions: Definitions
  /** Where each gate was written: by cell id, in the order of the cell's gates. Undefined for an unknown position. */
  readonly sources?: ReadonlyMap<string, ReadonlyArray<Source | undefined>>
  /** What the user says after the prompt, by cell id. */
  readonly says?: ReadonlyMap<string, Says>
}

/** What a suite's verdict needs beside its cells. */
export interface About {
  readonly plan: Plan
  /** Issues of the suite as a whole. */
  readonly issues?: ReadonlyArray<Issue>
  /** The suite's file, relative to the project. */
  readonly file?: string
}

export interface Case extends Carried, About {
  readonly results: ReadonlyArray<CellResult>
  readonly means?: Capabilities
  /** Whether each run's verdict carries its trace, for reporters that show it. */
  readonly traces?: boolean
}

export const judge = (given: Case): SuiteVerdict => {
  const { means = {}, plan, results, traces = false } = given
  const byCell = new Map(results.map((result) => [result.cell, result]))
  const run = plan.cells.filter((cell) => cell.skipped === undefined)
  return judgeSuite(
    given,
    run.map((cell) => {
      const { finish, take } = cellJudge(cell, boundGates(cell, given), {
        means,
        traces,
        says: given.says?.get(cell.id)
      })
      const { issues, runs } = byCell.get(cell.id) ?? { runs: [], issues: [] }
      for (const result of runs) if (result.index <= cell.runs) take(result)
      return finish(issues)
    })
  )
}

/** The verdict of a suite from the verdicts of its cells. Skipped cells are added from the plan. */
export const judgeSuite = ({ file, plan, ...about }: About, judged: ReadonlyArray<CellVerdict>): SuiteVerdict => {
  const byId = new Map(judged.map((cell) => [cell.id, cell]))
  const cells = plan.cells.flatMap((cell): ReadonlyArray<CellVerdict> => {
    if (cell.skipped !== undefined) return [skippedCell(cell, cell.skipped)]
    const found = byId.get(cell.id)
    if (found === undefined) return []
    const again = found.verdict !== "pass" && file !== undefined
    return [again ? { ...found, command: againCommand(file, cell.id) } : found]
  })
  const issues = [...(about.issues ?? []), ...nothingRun(plan)]
  return {
    suite: plan.suite,
    ...(file !== undefined && { file }),
    verdict: decideSuite(cells, issues),
    issues,
    cells,
    ...caseTables(cells)
  }
}

/** The worst verdict of the cells that were run and of the issues. */
export const decideSuite = (cells: ReadonlyArray<CellVerdict>, issues: ReadonlyArray<Issue>): Verdict =>
  worst([...cells.filter(wasRun).map((cell) => cell.verdict), ...blocking(issues)])

/** A suite without a cell that runs must not pass. */
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

/** Each gate of a planned cell with its definition and its source position. */
export const boundGates = (cell: Cell, { definitions, sources }: Carried): ReadonlyArray<BoundGate> =>
  (definitions.get(cell.id) ?? []).flatMap((definition, at): ReadonlyArray<BoundGate> => {
    const gate = cell.gates[at]
    const source = sources?.get(cell.id)?.[at]
    return gate === undefined ? [] : [{ gate, definition, ...(source !== undefined && { source }) }]
  })

/** The command that replays one cell and prints it in full, shown below a red cell. */
export const againCommand = (file: string, id: string): string =>
  `passhat run ${shellWord(file)} --cell ${shellWord(id)} --verbose`
