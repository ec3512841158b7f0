/**
 * Judges one cell: each run as it arrives, then every gate over the runs, then the cell.
 *
 * It keeps of a run its verdict and the gates' digests. It keeps the trace only if a gate without a digest or a report
 * needs it.
 */
import type { Issue } from "../domain/Issue.ts"
import { issue } from "../domain/issues.ts"
import type { Capabilities } from "../domain/Metric.ts"
import type { Cell } from "../domain/Plan.ts"
import type { RunResult } from "../domain/Run.ts"
import type { CellVerdict, GateVerdict, RunVerdict, Verdict } from "../domain/Verdict.ts"
import { worst } from "../domain/worst.ts"
import { gateAcross } from "./judgeAcross.ts"
import type { BoundGate, Judged } from "./judgeGate.ts"
import { offerOf } from "./offerOf.ts"
import { runJudge, runVerdict, unobserved } from "./judgeRun.ts"
import { runTable } from "./runTable.ts"

export interface Options {
  readonly means: Capabilities
  /** Whether each run's verdict carries its trace, for reporters that show it. */
  readonly traces: boolean
}

export interface CellJudge {
  readonly take: (result: RunResult) => void
  /** Forgets what it took. */
  readonly clear: () => void
  readonly finish: (issues: ReadonlyArray<Issue>) => CellVerdict
}

/** The verdict does not depend on the order of the results. */
export const cellJudge = (cell: Cell, bound: ReadonlyArray<BoundGate>, given: Options): CellJudge => {
  const { traces } = given
  const means = { ...given.means, offer: offerOf(cell), cell }
  const judgeRun = runJudge(bound, means)
  const across = bound.map((one) => gateAcross(one, means))
  const decidesRuns = bound.some(({ definition, gate }) => definition.scope === "run" && !gate.advisory)
  /** A `Judged` becomes a RunVerdict in `finish`, with its index in the table. Until then runs can share it. */
  const runs = runTable<RunVerdict | Judged>()
  const lost = new Set<number>()

  const take = (result: RunResult): void => {
    const { index } = result
    if ("issue" in result) {
      lost.add(index)
      runs.put(index, unobserved(index, result.issue, result.issues))
      return
    }
    const { issues, trace } = result
    const { judged, opinions } = judgeRun(index, trace)
    const isPlain = !traces && issues === undefined
    runs.put(index, isPlain ? judged : runVerdict(index, judged, issues, traces ? trace : undefined))
    let at = 0
    for (const gate of across) gate.take(index, trace, opinions[at++])
  }

  const clear = (): void => {
    runs.clear()
    lost.clear()
    for (const gate of across) gate.clear()
  }

  const finish = (cellIssues: ReadonlyArray<Issue>): CellVerdict => {
    const stopped = runs.isEmpty() && blocking(cellIssues).length > 0
    const verdicts = Array.from({ length: stopped ? 0 : cell.runs }, (_, at): RunVerdict => {
      const run = runs.get(at + 1)
      if (run !== undefined) return "index" in run ? run : runVerdict(at + 1, run)
      lost.add(at + 1)
      return unobserved(at + 1)
    })
    const sample = { runs: verdicts, lost: [...lost].toSorted((a, b) => a - b), decidesRuns }
    const gates = stopped ? [] : across.map((gate) => gate.finish(sample))
    const issues = cell.gates.every((gate) => gate.advisory) ? [...cellIssues, noGates(cell)] : cellIssues
    return {
      id: cell.id,
      agent: cell.agent,
      model: cell.model,
      name: cell.name,
      ...(cell.matrix !== undefined && { matrix: cell.matrix }),
      verdict: decideCell(verdicts, gates, issues),
      issues,
      runs: verdicts,
      gates
    }
  }

  return { take, clear, finish }
}

/**
 * A deciding gate on outcomes replaces the "fail" of runs and of gates with scope "run"; a "none" of a run still
 * counts. It does not replace the "fail" of a gate that is to hold in every run, nor of a run that fails such a gate.
 */
export const decideCell = (
  runs: ReadonlyArray<RunVerdict>,
  gates: ReadonlyArray<GateVerdict>,
  issues: ReadonlyArray<Issue>
): Verdict => {
  const deciding = gates.filter((gate) => !gate.advisory)
  const takenOver = deciding.some((gate) => gate.scope === "outcomes")
  const held = new Set(deciding.filter((gate) => gate.always === true).map((gate) => gate.id))
  const failsHeld = ({ checks }: RunVerdict): boolean =>
    checks.some(({ gate, verdict }) => verdict === "fail" && gate !== undefined && held.has(gate))
  const verdicts = new Set<Verdict>()
  for (const run of runs) if (!takenOver || run.verdict !== "fail" || failsHeld(run)) verdicts.add(run.verdict)
  return worst([
    ...deciding.filter((gate) => !takenOver || gate.scope !== "run" || held.has(gate.id)).map((gate) => gate.verdict),
    ...verdicts,
    ...blocking(issues)
  ])
}

/** One "none" for each issue that is not advisory. */
export const blocking = (issues: ReadonlyArray<Issue>): ReadonlyArray<"none"> =>
  issues.filter((one) => !one.advisory).map(() => "none")

const noGates = (cell: Cell): Issue =>
  issue(
    "NO_GATES",
    `${cell.name} has no gate, so there is nothing to judge.`,
    "Add one, for example toolSelection(...)."
  )
