/**
 * What keeps two cells from being compared: another task, other gates, other runs, or evidence that is missing.
 */
import type { CellSample, Conditions } from "../../../../base/domain/verdict/Baseline.ts"
import type { Obstacle } from "../../../../base/domain/verdict/Comparison.ts"
import type { Allowable } from "../../../../base/domain/verdict/conditions.ts"

export const obstaclesBetween = (
  baseline: CellSample,
  candidate: CellSample,
  allowed: ReadonlySet<Allowable>,
  behaviour: boolean
): ReadonlyArray<Obstacle> => [
  ...[
    ...conditionObstacles(baseline.conditions, candidate.conditions),
    ...runCounts(baseline, candidate),
    ...stoppedEarly(baseline, "baseline"),
    ...stoppedEarly(candidate, "candidate")
  ].filter(({ what }) => what === "cell" || !allowed.has(what)),
  ...missing(baseline, "baseline", behaviour),
  ...missing(candidate, "candidate", behaviour),
  ...oneSided(baseline, candidate)
]

const conditionObstacles = (before: Conditions | undefined, after: Conditions | undefined): ReadonlyArray<Obstacle> => {
  if (before === undefined || after === undefined) {
    const side = before === undefined ? "baseline" : "candidate"
    return (["prompt", "tools", "gates"] as const).map((what) => ({
      what,
      reason: `whether the ${what} differ${what === "prompt" ? "s" : ""} is not known: the ${side} does not say`
    }))
  }
  const isSame = before.fingerprint === after.fingerprint
  return [
    ...(isSame || before.prompt === after.prompt ? [] : [{ what: "prompt" as const, reason: "the prompt differs" }]),
    ...(isSame ? [] : named("tools", before.tools, after.tools)),
    ...(isSame || before.faults === after.faults ? [] : [{ what: "faults" as const, reason: "the faults differ" }]),
    ...named("gates", before.gates ?? {}, after.gates ?? {})
  ]
}

type Hashes = Readonly<Record<string, string>>

/** How many names a reason lists. */
const NAMED = 3

const named = (what: "tools" | "gates", before: Hashes, after: Hashes): ReadonlyArray<Obstacle> => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  const differing = names.filter((name) => before[name] !== after[name])
  const rest = differing.length - NAMED
  const list = `${differing.slice(0, NAMED).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`
  return differing.length === 0 ? [] : [{ what, reason: `the ${what} differ: ${list}` }]
}

const runCounts = ({ runs: before }: CellSample, { runs: after }: CellSample): ReadonlyArray<Obstacle> =>
  before.length === after.length
    ? []
    : [{ what: "runs", reason: `the run counts differ: ${before.length} and ${after.length}` }]

/** Tests of two rates take the number of runs as given, and not as a result of the outcomes. */
const stoppedEarly = ({ planned_runs, runs }: CellSample, side: string): ReadonlyArray<Obstacle> =>
  planned_runs === undefined
    ? []
    : [
        {
          what: "runs",
          reason: `the ${side} stopped after ${runs.length} of ${planned_runs} runs when it was decided: its rate is biased`
        }
      ]

/** A run that was not judged beside runs that were, or of which no calls are known. */
const missing = ({ runs }: CellSample, side: string, behaviour: boolean): ReadonlyArray<Obstacle> => {
  const unjudged = runs.filter(({ outcome }) => outcome === undefined)
  const unseen = behaviour ? runs.filter(({ calls }) => calls === undefined) : []
  return [
    ...(runs.length === 0 ? [{ what: "cell" as const, reason: `the ${side} has no run of it` }] : []),
    ...(unjudged.length > 0 && unjudged.length < runs.length
      ? [{ what: "cell" as const, reason: `run #${unjudged[0]!.index} of the ${side} has no verdict` }]
      : []),
    ...(unseen.length > 0
      ? [{ what: "cell" as const, reason: `run #${unseen[0]!.index} of the ${side} has no trace` }]
      : [])
  ]
}

const isJudged = ({ runs }: CellSample): boolean => runs.some(({ outcome }) => outcome !== undefined)

const oneSided = (baseline: CellSample, candidate: CellSample): ReadonlyArray<Obstacle> =>
  isJudged(baseline) === isJudged(candidate)
    ? []
    : [
        {
          what: "gates",
          reason: `the runs of the ${isJudged(baseline) ? "candidate" : "baseline"} have no pass or fail`
        }
      ]
