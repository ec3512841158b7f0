/**
 * Judges one cell: each run as it arrives, then every gate over the runs, then the cell.
 *
 * It keeps of a run its verdict and the gates' digests. It keeps the trace only if a gate without a digest or a report
 * needs it.
 */
import type { Ending, Exchange, Stopped } from "../../base/domain/recording/Cassette.ts"
import type { Issue } from "../../base/domain/Issue.ts"
import { issue, notice } from "../../base/domain/issues.ts"
import type { JudgeQuestion } from "../../base/domain/plan/juries.ts"
import type { Capabilities } from "../../base/domain/verdict/Metric.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import { recordedSteps } from "../../base/domain/recording/recordedSteps.ts"
import type { LeftOutFailures, RunResult } from "../../base/domain/recording/Run.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import type { CellVerdict, GateVerdict, RunVerdict, Verdict } from "../../base/domain/verdict/Verdict.ts"
import { worst } from "../../base/domain/verdict/worst.ts"
import { type GateAcross, gateAcross } from "./judgeAcross.ts"
import type { BoundGate, Judged } from "./judgeGate.ts"
import { juryOf, questionsOf } from "./jury.ts"
import { offerOf } from "./skippedCell.ts"
import { runJudge, runVerdict, unobserved } from "./judgeRun.ts"
import { runTable } from "./runTable.ts"
import { stopOrder } from "./stopOrder.ts"
import { type Says, turnCheck } from "./turnCheck.ts"

export interface Options {
  readonly means: Capabilities
  /** Whether each run's verdict carries its trace, for reporters that show it. */
  readonly traces: boolean
  /** Makes what counts the runs that the verdict is about. */
  readonly counter?: ((cell: Cell) => RunCounter) | undefined
  /** The functions of the suite that speak for the user. Without them, a run with their messages has no verdict. */
  readonly says?: Says | undefined
}

/** Takes the trace of each run that the verdict of a cell is about. */
export interface RunCounter {
  readonly take: (trace: Trace) => void
  /** Forgets what it took. */
  readonly clear: () => void
}

export interface CellJudge {
  readonly take: (result: RunResult) => void
  /** Takes a run that the cell does not ask for. It does not count for the verdict. */
  readonly leaveOut: (result: RunResult) => void
  /** What the cell would fail with the runs that it left out. */
  readonly failsLeftOut: () => LeftOutFailures
  /** Takes the time at which the runs were recorded. */
  readonly recordedAt: (time: string) => void
  /** What the cell needs of its runs, after those that it took. */
  readonly ending: () => Ending
  /** What judges are asked about a run, if the cell has judges. */
  readonly questions?: (trace: Trace) => ReadonlyArray<JudgeQuestion>
  /** Forgets what it took. */
  readonly clear: () => void
  readonly finish: (issues: ReadonlyArray<Issue>) => CellVerdict
}

/** The verdict does not depend on the order of the results, also where the cell stops early: see stopOrder.ts. */
export const cellJudge = (cell: Cell, bound: ReadonlyArray<BoundGate>, given: Options): CellJudge => {
  const { traces } = given
  const counter = given.counter?.(cell)
  const means = { ...given.means, offer: offerOf(cell), cell }
  const judgeRun = runJudge(bound, means)
  const checkTurns = turnCheck(cell, given.says)
  const across = bound.map((one) => gateAcross(one, means))
  const overAllRuns = bound.flatMap(({ definition, gate }, at) =>
    definition.scope === "run" || gate.advisory ? [] : [{ definition, across: across[at]! }]
  )
  const decidesRuns = bound.some(({ definition, gate }) => definition.scope === "run" && !gate.advisory)
  /** A `Judged` becomes a RunVerdict in `finish`, with its index in the table. Until then runs can share it. */
  const runs = runTable<RunVerdict | Judged>()
  const lost = new Set<number>()
  const leftOut: Array<RunVerdict> = []
  let recorded: string | undefined

  const record = (result: RunResult): Verdict => {
    const { index, issues } = result
    const wrong = "issue" in result ? result.issue : checkTurns?.(index, result.trace)
    if ("issue" in result || wrong !== undefined) {
      lost.add(index)
      runs.put(index, unobserved(index, wrong, issues))
      return "none"
    }
    const { exchanges, judgements, trace } = result
    counter?.take(trace)
    const { judged, opinions } = judgeRun(index, trace)
    const isPlain = !traces && issues === undefined
    const run = isPlain ? judged : runVerdict(index, judged, issues, traces ? shownOf(trace, exchanges) : {})
    runs.put(index, run)
    let at = 0
    for (const gate of across) gate.take(index, trace, opinions[at++], judgements)
    return decidesRuns ? run.verdict : "none"
  }

  const needsAllRuns = bound.some(
    ({ definition }) => definition.scope === "outcomes" && definition.needsAllRuns === true
  )
  const order = stopOrder(cell, bound, record)

  const clear = (): void => {
    order?.clear()
    runs.clear()
    lost.clear()
    leftOut.length = 0
    counter?.clear()
    recorded = undefined
    for (const gate of across) gate.clear()
  }

  const runsTo = (last: number): ReadonlyArray<RunVerdict> =>
    Array.from({ length: last }, (_, at): RunVerdict => {
      const run = runs.get(at + 1)
      if (run !== undefined) return "index" in run ? run : runVerdict(at + 1, run)
      lost.add(at + 1)
      return unobserved(at + 1)
    })

  /** The gates over all runs keep what was left out behind the runs of the cell: they are judged with it only when asked. */
  const leaveOut = (result: RunResult): void => {
    if (!("trace" in result)) return
    const { index, judgements, trace } = result
    leftOut.push(runVerdict(index, judgeRun(index, trace).judged))
    const place = cell.runs + leftOut.length
    for (const { across: gate } of overAllRuns) gate.take(place, trace, undefined, judgements)
  }

  const failsLeftOut = (): LeftOutFailures => {
    const asked = order === undefined && leftOut.length > 0 ? runsTo(cell.runs) : []
    const fails = (gate: GateAcross, some: ReadonlyArray<RunVerdict>): boolean =>
      gate.finish({ runs: some, lost: [...lost], decidesRuns }).verdict === "fail"
    const failed =
      asked.length === 0
        ? []
        : overAllRuns.filter(({ across: gate }) => !fails(gate, asked) && fails(gate, [...asked, ...leftOut]))
    return {
      runs: leftOut.filter(({ verdict }) => verdict === "fail").map(({ index }) => index),
      gates: failed.map(({ definition }) => definition.title ?? definition.name)
    }
  }

  const finish = (cellIssues: ReadonlyArray<Issue>): CellVerdict => {
    const stopped = order?.finish()
    const isUnread = runs.isEmpty() && blocking(cellIssues).length > 0
    const count = stopped?.after ?? cell.runs
    const verdicts = runsTo(isUnread ? 0 : count)
    const sample = {
      runs: verdicts,
      lost: [...lost].toSorted((a, b) => a - b),
      decidesRuns,
      ...(stopped !== undefined && { planned: stopped.of })
    }
    const gates = isUnread ? [] : across.map((gate) => gate.finish(sample))
    const issues = [
      ...cellIssues,
      ...(cell.gates.every((gate) => gate.advisory) ? [noGates(cell)] : []),
      ...(stopped === undefined ? [] : [stoppedNotice(cell, stopped)])
    ]
    return {
      id: cell.id,
      agent: cell.agent,
      model: cell.model,
      name: cell.name,
      ...(cell.matrix !== undefined && { matrix: cell.matrix }),
      ...(cell.case !== undefined && { case: cell.case }),
      verdict: decideCell(verdicts, gates, issues),
      issues,
      ...(stopped !== undefined && { stopped: { after: stopped.after, of: stopped.of } }),
      runs: verdicts,
      gates,
      ...(traces && recorded !== undefined && { recorded_at: recorded })
    }
  }

  const juries = bound.flatMap((one) => juryOf(one, means) ?? [])
  return {
    take: order?.take ?? record,
    leaveOut,
    failsLeftOut,
    recordedAt: (time) => (recorded = time),
    ending: () => ({ stopped: order?.stopped(), needsAllRuns }),
    ...(juries.length > 0 && { questions: (trace) => questionsOf(juries, trace) }),
    clear,
    finish
  }
}

/** What reports show of a run beside its verdict. A user's own agent has no exchanges: its recording is its trace. */
const shownOf = (trace: Trace, exchanges: ReadonlyArray<Exchange> = []): Pick<RunVerdict, "trace" | "recorded"> =>
  exchanges.length === 0 ? { trace } : { trace, recorded: recordedSteps(exchanges) }

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

const stoppedNotice = ({ name }: Cell, { after, of }: Stopped): Issue =>
  notice(
    "STOPPED_EARLY",
    `${name} stopped after ${after} of ${of} runs: decided.`,
    `Every gate of the cell looks at these ${after} runs.`
  )

const noGates = (cell: Cell): Issue =>
  issue(
    "NO_GATES",
    `${cell.name} has no gate, so there is nothing to judge.`,
    "Add one, for example toolSelection(...)."
  )
