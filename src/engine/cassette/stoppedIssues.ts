/**
 * Whether the runs that a recording lacks are those that a cell need not make, because it stopped when it was decided.
 *
 * A recording says where it stopped. That is accepted if the runs that it holds decide the cell again, at that very run.
 */
import type { Ending, Stopped } from "../../base/domain/recording/Cassette.ts"
import type { Issue } from "../../base/domain/Issue.ts"
import { issue, notice } from "../../base/domain/issues.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { RunIndices } from "./runIndices.ts"

export interface HeldRuns {
  readonly file: string
  /** As the header says. */
  readonly stopped: Stopped | undefined
  readonly indices: RunIndices
}

/** What is wrong with the place at which the recording or the cell stopped; no issue if nothing is. */
export const stoppedIssues = (
  cell: Cell,
  { file, indices, stopped: recorded }: HeldRuns,
  { needsAllRuns, stopped }: Ending
): ReadonlyArray<Issue> => {
  const { after, of } = recorded ?? { after: 0, of: 0 }
  const torn = firstMissing(indices, after)
  if (after > of || torn !== undefined) {
    const what =
      after > of
        ? `says that it stopped after run ${after} of ${of}`
        : `says that it stopped after run ${after}, and has no run ${torn}: it holds ${indices.named()}`
    return [issue("DAMAGED_CASSETTE", `${file} ${what}.`, RECORD_AGAIN)]
  }
  if (stopped === undefined) {
    const isBiased = recorded !== undefined && needsAllRuns === true && cell.runs <= after
    return isBiased ? [biasedSample(file, recorded)] : []
  }
  const lacks = firstMissing(indices, cell.runs)
  if (lacks === undefined) return unusedRuns(file, indices, stopped)
  if (recorded === undefined) return [issue("MISSING_RUN", neverStopped(file, indices, stopped), GO_ON)]
  return after === stopped.after
    ? unusedRuns(file, indices, stopped)
    : [issue("MISSING_RUN", stoppedElsewhere(file, after, stopped), GO_ON)]
}

/** For a gate that needs a sample whose size no outcome has decided. */
export const biasedSample = (file: string, { after, of }: Stopped): Issue =>
  issue(
    "STOPPED_EARLY",
    `${file} stopped after run ${after} of ${of} because its runs had decided: a bound that takes the number of runs as given does not hold for them.`,
    `Say runs(${of}) and go on with --record=missing, or give stopEarly to passRate.`
  )

const RECORD_AGAIN = "Restore it from version control, or record it again with --record."
const GO_ON = "Go on with --record=missing."

const neverStopped = (file: string, indices: RunIndices, { after, of }: Stopped): string =>
  `${file} holds ${indices.named()} of ${of}, and does not say that it stopped early, although run ${after} decides the cell.`

const stoppedElsewhere = (file: string, recorded: number, { after }: Stopped): string =>
  `${file} stopped after run ${recorded}, and its runs now decide the cell after run ${after}.`

/** Of run 1 to `last`. */
const firstMissing = (indices: RunIndices, last: number): number | undefined => {
  for (let index = 1; index <= last; index++) if (!indices.has(index)) return index
  return undefined
}

const unusedRuns = (file: string, indices: RunIndices, { after }: Stopped): ReadonlyArray<Issue> =>
  indices.largest() <= after
    ? []
    : [
        notice(
          "UNUSED_RECORDING",
          `${file} also holds ${indices.named(after + 1)}, and run ${after} decides the cell.`,
          "Take stopEarly out to judge all of them."
        )
      ]
