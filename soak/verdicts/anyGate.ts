/**
 * Defects of evidence that every gate must notice, whatever it looks at.
 */
import { issue } from "../../src/base/domain/issues.ts"
import type { Evidence } from "./judged.ts"
import type { Defect } from "./Defect.ts"

const down = issue("INFRASTRUCTURE", "The model is down.", "Try again.")

export const anyGate: Readonly<Record<string, Defect>> = {
  "a run is missing": open(({ runs, ...rest }, dice) => ({ ...rest, runs: runs.toSpliced(dice(runs.length), 1) })),
  "all runs but one are missing": open(({ runs, ...rest }) => ({ ...rest, runs: runs.slice(0, 1) })),
  "no run was made": open((evidence) => ({ ...evidence, runs: [] })),
  "the cell was not run": open(() => undefined),
  "a run was lost": open(({ runs, ...rest }, dice) => {
    const lost = dice(runs.length)
    return { ...rest, runs: runs.with(lost, { index: lost + 1, issue: down }) }
  }),
  "every run was lost": open(({ runs, ...rest }) => ({
    ...rest,
    runs: runs.map(({ index }) => ({ index, issue: down }))
  })),
  "a run is there twice, and another is not": open(({ runs, ...rest }) => ({
    ...rest,
    runs: runs.map((run, at) => (at === 0 ? { ...run, index: 2 } : run))
  })),
  "a run is beyond the plan in place of one of it": open(({ runs, ...rest }) => ({
    ...rest,
    runs: runs.map((run, at) => (at === 0 ? { ...run, index: runs.length + 1 } : run))
  }))
}

/** Defects that leave the gates as they are: the cell, the report or the exit code must tell. */
export const aboveGates: Readonly<Record<string, Defect>> = {
  "the recording is stale": open((evidence) => ({
    ...evidence,
    issues: [issue("STALE_CASSETTE", "It is stale.", "Record it again.")]
  })),
  "a run has an issue of its own": open(({ runs, ...rest }, dice) => {
    const hit = dice(runs.length)
    return { ...rest, runs: runs.map((run, at) => (at === hit && "trace" in run ? { ...run, issues: [down] } : run)) }
  }),
  "the run of passhat was interrupted": open((evidence) => ({ ...evidence, status: "interrupted" })),
  "the run of passhat ended at the first red cell": open((evidence) => ({ ...evidence, status: "bailed" }))
}

/** One run is enough for a cell that plans one. */
function open(spoil: Defect["spoil"]): Defect {
  return { gives: "none", spoil: (evidence: Evidence, dice) => spoil(evidence, dice) }
}
