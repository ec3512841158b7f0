/**
 * Which runs of a finished recording are written, and what its header says of where it stopped.
 *
 * Runs that were under way when an earlier one decided the cell are dropped, so that a cassette does not depend on how many were. What
 * was in the cassette before stays in it.
 */
import { biasedSample } from "../../cassette/stoppedIssues.ts"
import type { Ending, Stopped } from "../../../base/domain/recording/Cassette.ts"
import type { Issue } from "../../../base/domain/Issue.ts"
import type { Cell } from "../../../base/domain/plan/Plan.ts"
import type { Recovered } from "./recover.ts"

export interface EndedAt {
  /** Runs that the cell needs and the recording does not have. */
  readonly missing: ReadonlyArray<number>
  readonly isKept: (index: number) => boolean
  /** What the header says. */
  readonly stopped: Stopped | undefined
  /** Why the cell has no verdict although it has its runs. */
  readonly wrong: Issue | undefined
}

export const endedAt = (
  { runs: asked }: Cell,
  file: string,
  recovered: Pick<Recovered, "header" | "inCassette">,
  has: (index: number) => boolean,
  { needsAllRuns, stopped }: Ending
): EndedAt => {
  const indices = Array.from({ length: asked }, (_, at) => at + 1)
  const isKept = (index: number): boolean =>
    stopped === undefined || index <= stopped.after || recovered.inCassette.has(index)
  const lacksRuns = indices.some((index) => !has(index) || !isKept(index))
  // A sample that has once stopped is no longer one when it has gone on.
  const before = recovered.header?.stopped
  const stays = before !== undefined && asked <= before.after ? before : undefined
  return {
    missing: indices.filter((index) => index <= (stopped?.after ?? asked) && !has(index)),
    isKept,
    stopped: lacksRuns ? stopped : stays,
    wrong: stays !== undefined && stopped === undefined && needsAllRuns === true ? biasedSample(file, stays) : undefined
  }
}
