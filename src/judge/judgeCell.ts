/**
 * Judges one cell: each run, then every gate over the runs, then the cell.
 */
import { type Issue, issue } from "../domain/Issue.ts"
import type { Means } from "../domain/Metric.ts"
import type { Cell } from "../domain/Plan.ts"
import type { CellResult } from "../domain/Run.ts"
import { type CellVerdict, type GateVerdict, type RunVerdict, type Verdict, worst } from "../domain/Verdict.ts"
import { judgeAcross } from "./judgeAcross.ts"
import type { BoundGate } from "./judgeGate.ts"
import { judgeRun } from "./judgeRun.ts"

export const judgeCell = (
  cell: Cell,
  bound: ReadonlyArray<BoundGate>,
  result: CellResult,
  means: Means
): CellVerdict => {
  const byIndex = new Map(result.runs.map((run) => [run.index, run]))
  const stopped = result.runs.length === 0 && blocking(result.issues).length > 0
  const runs = stopped ? [] : indices(cell).map((index) => judgeRun(index, byIndex.get(index), bound, means))
  const gates = stopped ? [] : bound.map((one, at) => judgeAcross(one, at, runs, means))
  const undecided = cell.gates.every((gate) => gate.advisory)
  const issues = undecided ? [...result.issues, noGates(cell)] : result.issues
  const verdicts = runs.map((run) => run.verdict)
  return {
    id: cell.id,
    agent: cell.agent,
    model: cell.model,
    name: cell.name,
    ...(cell.matrix !== undefined && { matrix: cell.matrix }),
    verdict: decide(verdicts, gates, issues),
    issues,
    runs: verdicts,
    gates
  }
}

/** A gate on outcomes takes over the failures of runs; that a run could not be judged still counts. */
const decide = (
  runs: ReadonlyArray<RunVerdict>,
  gates: ReadonlyArray<GateVerdict>,
  issues: ReadonlyArray<Issue>
): Verdict => {
  const deciding = gates.filter((gate) => !gate.advisory)
  const takenOver = deciding.some((gate) => gate.scope === "outcomes")
  return worst([
    ...deciding.filter((gate) => !(takenOver && gate.scope === "run")).map((gate) => gate.verdict),
    ...runs.map((run) => run.verdict).filter((verdict) => !(takenOver && verdict === "fail")),
    ...blocking(issues)
  ])
}

/** One `none` for each issue that is not just a notice. */
export const blocking = (issues: ReadonlyArray<Issue>): ReadonlyArray<"none"> =>
  issues.filter((one) => !one.advisory).map(() => "none")

const indices = (cell: Cell): ReadonlyArray<number> => Array.from({ length: cell.runs }, (_, at) => at + 1)

const noGates = (cell: Cell): Issue =>
  issue(
    "NO_GATES",
    `${cell.name} has no gate, so there is nothing to judge.`,
    "Add one, for example toolSelection(...)."
  )
