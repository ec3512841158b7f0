/**
 * Judges one cell: each run as it comes, then every gate over the runs, then the cell.
 *
 * Of a run it keeps its verdict, and what the gates over all runs need of it; the trace itself only where a gate or a
 * report needs all of it.
 */
import type { Issue } from "../domain/Issue.ts"
import { issue } from "../domain/issues.ts"
import type { Capabilities } from "../domain/Metric.ts"
import type { Cell } from "../domain/Plan.ts"
import type { RunResult } from "../domain/Run.ts"
import type { CellVerdict, GateVerdict, RunVerdict, Verdict } from "../domain/Verdict.ts"
import { worst } from "../domain/worst.ts"
import { byPlace, type Placed } from "./byPlace.ts"
import { type GatePart, gateAcross } from "./judgeAcross.ts"
import type { BoundGate, Judged } from "./judgeGate.ts"
import { runJudge, runVerdict, unobserved } from "./judgeRun.ts"

export interface Options {
  readonly means: Capabilities
  /** Whether each run's verdict carries its trace, for reporters that show it. */
  readonly traces: boolean
}

export interface CellJudge {
  /** Whether a gate or a report looks at what tools answered, beyond whether they failed. */
  readonly readsAnswers: boolean
  readonly take: (result: RunResult) => void
  /** Whether it is quicker to hand over what was made of runs than the runs: not where they are kept whole. */
  readonly isDivisible: boolean
  /** What it took, as plain data; nothing where a gate keeps more than that. */
  readonly part: () => CellPart | undefined
  /** Takes in what another judge of this cell took. */
  readonly join: (part: CellPart) => void
  /** Forgets what it took. */
  readonly clear: () => void
  readonly finish: (issues: ReadonlyArray<Issue>) => CellVerdict
}

/** What was taken of some runs. Much of it is the same object many times over: who sends it has to keep that so. */
export interface CellPart {
  readonly runs: Placed<RunVerdict | Judged>
  readonly lost: ReadonlyArray<number>
  readonly gates: ReadonlyArray<GatePart>
}

/** Results may come in any order: the verdict does not depend on it. */
export const cellJudge = (cell: Cell, bound: ReadonlyArray<BoundGate>, { means, traces }: Options): CellJudge => {
  const judgeRun = runJudge(bound, means)
  const across = bound.map((one) => gateAcross(one, means))
  const decidesRuns = bound.some(({ definition, gate }) => definition.scope === "run" && !gate.advisory)
  /** What is said of a run alone is its verdict but for its number, which its place tells. */
  const runs = byPlace<RunVerdict | Judged>()
  const lost = new Set<number>()

  const take = (result: RunResult): void => {
    const { index } = result
    if ("issue" in result) {
      lost.add(index)
      runs.put(index, unobserved(index, result.issue))
      return
    }
    const { issues, trace } = result
    const { judged, opinions } = judgeRun(index, trace)
    const isPlain = !traces && issues === undefined
    runs.put(index, isPlain ? judged : runVerdict(index, judged, issues, traces ? trace : undefined))
    let at = 0
    for (const gate of across) gate.take(index, trace, opinions[at++])
  }

  const part = (): CellPart | undefined => {
    const gates = across.map((gate) => gate.part())
    return gates.every((one) => one !== undefined) ? { runs: runs.placed(), lost: [...lost], gates } : undefined
  }

  const join = (other: CellPart): void => {
    runs.add(other.runs)
    for (const index of other.lost) lost.add(index)
    for (const [at, gate] of across.entries()) gate.join(other.gates[at]!)
  }

  const clear = (): void => {
    runs.clear()
    lost.clear()
    for (const gate of across) gate.clear()
  }

  const finish = (noticed: ReadonlyArray<Issue>): CellVerdict => {
    const stopped = runs.placed().values.length === 0 && blocking(noticed).length > 0
    const verdicts = Array.from({ length: stopped ? 0 : cell.runs }, (_, at): RunVerdict => {
      const run = runs.get(at + 1)
      if (run !== undefined) return "index" in run ? run : runVerdict(at + 1, run)
      lost.add(at + 1)
      return unobserved(at + 1)
    })
    const sample = { runs: verdicts, lost: [...lost].toSorted((a, b) => a - b), decidesRuns }
    const gates = stopped ? [] : across.map((gate) => gate.finish(sample))
    const issues = cell.gates.every((gate) => gate.advisory) ? [...noticed, noGates(cell)] : noticed
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

  return {
    readsAnswers: traces || bound.some(readsAnswers),
    isDivisible: !traces && !bound.some(keepsTraces),
    take,
    part,
    join,
    clear,
    finish
  }
}

const keepsTraces = ({ definition }: BoundGate): boolean =>
  (definition.scope ?? "cell") === "cell" && !("digest" in definition)

const readsAnswers = ({ definition }: BoundGate): boolean =>
  definition.scope !== "outcomes" && definition.readsAnswers !== false

/** A cell's verdict. A gate on outcomes takes over the failures of runs; that a run could not be judged still counts. */
export const decideCell = (
  runs: ReadonlyArray<RunVerdict>,
  gates: ReadonlyArray<GateVerdict>,
  issues: ReadonlyArray<Issue>
): Verdict => {
  const deciding = gates.filter((gate) => !gate.advisory)
  const takenOver = deciding.some((gate) => gate.scope === "outcomes")
  const verdicts = new Set<Verdict>()
  for (const { verdict } of runs) if (!(takenOver && verdict === "fail")) verdicts.add(verdict)
  return worst([
    ...deciding.filter((gate) => !(takenOver && gate.scope === "run")).map((gate) => gate.verdict),
    ...verdicts,
    ...blocking(issues)
  ])
}

/** One `none` for each issue that is not just a notice. */
export const blocking = (issues: ReadonlyArray<Issue>): ReadonlyArray<"none"> =>
  issues.filter((one) => !one.advisory).map(() => "none")

const noGates = (cell: Cell): Issue =>
  issue(
    "NO_GATES",
    `${cell.name} has no gate, so there is nothing to judge.`,
    "Add one, for example toolSelection(...)."
  )
