/**
 * No regression: do the runs of a cell show that it is worse than a baseline, and could they have shown it?
 *
 * The chance of a false regression is that of one cell: a suite of many cells raises more of them.
 */
import type { CellSample, SampledRun } from "../../base/domain/verdict/Baseline.ts"
import type { CellComparison } from "../../base/domain/verdict/Comparison.ts"
import { type Allowable, ALLOWABLE, conditionsOf } from "../../base/domain/verdict/conditions.ts"
import type { Capabilities, Outcomes } from "../../base/domain/verdict/Metric.ts"
import { phraseWitness } from "../../base/domain/verdict/phraseWitness.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import type { Finding } from "../../base/domain/verdict/Verdict.ts"
import { errorAt } from "./internal/comparison/family.ts"

export interface Spec {
  readonly baseline: string
  readonly confidence: number
  readonly behaviour: boolean | "decides"
  readonly allow: ReadonlyArray<Allowable>
}

export interface Report {
  /** 1 if no regression is shown, 0 if one is, undefined if the runs cannot be compared with the baseline. */
  readonly holds: 1 | 0 | undefined
  /** The pass rate minus that of the baseline. */
  readonly difference: number | undefined
  /** The p that the runs pass less often than the baseline. */
  readonly fewer_passes_p: number | undefined
  /** The p that they behave differently. It decides on request alone. */
  readonly behaviour_p: number | undefined
}

export const digest = ({ tool_calls }: Trace): SampledRun["calls"] =>
  tool_calls.map(({ args, name, server }) => ({ server, name, args }))

export const measure = (outcomes: Outcomes, spec: Spec, means: Capabilities): Report => {
  const compared = compare(outcomes, spec, means)
  if ("problem" in compared) return UNKNOWN
  const { behaviour, outcomes: found, verdict } = compared
  return {
    holds: verdict === "not comparable" ? undefined : verdict === "regressed" ? 0 : 1,
    difference: found?.difference.value,
    fewer_passes_p: found?.fewer_adjusted,
    behaviour_p: behaviour?.p_adjusted
  }
}

export const check = ({ allow, baseline, confidence }: Spec): ReadonlyArray<string> => [
  ...(typeof baseline === "string" && baseline.trim() !== ""
    ? []
    : [`baseline is ${JSON.stringify(baseline)}, expected the path of a file`]),
  ...(confidence >= 0.5 && confidence < 1 ? [] : [`confidence is ${confidence}, expected 0.5 or more and below 1`]),
  ...allow
    .filter((one) => !ALLOWABLE.includes(one))
    .map((one) => `allow has ${JSON.stringify(one)}, expected any of ${ALLOWABLE.join(", ")}`)
]

/** "pass rate 0.10 below the baseline, p 0.2500 that it passes less often, p 1.0000 that it behaves differently" */
export const describe = (
  { behaviour_p, difference, fewer_passes_p, holds }: Report,
  { behaviour, confidence }: Spec
): string =>
  holds === undefined || difference === undefined
    ? "not compared with the baseline"
    : [
        `pass rate ${Math.abs(difference).toFixed(2)} ${difference < 0 ? "below" : "above"} the baseline`,
        ...(fewer_passes_p === undefined ? [] : [`p ${fewer_passes_p.toFixed(4)} that it passes less often`]),
        ...(behaviour_p === undefined
          ? []
          : behaviour_p > errorAt(confidence)
            ? [`p ${behaviour_p.toFixed(4)} that it behaves differently`]
            : [`behaves differently, p ${behaviour_p.toFixed(4)}${behaviour === "decides" ? "" : ", a notice"}`])
      ].join(", ")

export const explain = (
  outcomes: Outcomes,
  spec: Spec,
  _: Report,
  means: Capabilities
): { readonly holds?: ReadonlyArray<Finding> } => {
  const compared = compare(outcomes, spec, means)
  if ("problem" in compared) {
    return { holds: [{ reason: `${compared.problem}: write it with passhat bless <report> --to ${spec.baseline}` }] }
  }
  if (compared.obstacles.length > 0) {
    return {
      holds: compared.obstacles.map(({ reason }) => ({ reason: `not comparable with ${spec.baseline}: ${reason}` }))
    }
  }
  return { holds: findings(compared) }
}

const findings = ({ because, behaviour, outcomes }: CellComparison): ReadonlyArray<Finding> => {
  if (because === "outcomes" && outcomes !== undefined) {
    const { baseline, candidate } = outcomes
    const rates = `${candidate.passes}/${candidate.runs} instead of ${baseline.passes}/${baseline.runs}`
    return [{ reason: `it passes less often than the baseline, ${rates}` }]
  }
  const witness = behaviour?.witness
  if (because !== "behaviour" || witness === undefined) return []
  return [{ run: witness.runs[1], reason: `it behaves differently from the baseline: ${phraseWitness(witness)}` }]
}

const UNKNOWN: Report = { holds: undefined, difference: undefined, fewer_passes_p: undefined, behaviour_p: undefined }

const compare = (
  outcomes: Outcomes,
  { allow, baseline: file, behaviour, confidence }: Spec,
  { baselines, cell, digests }: Capabilities
): CellComparison | { readonly problem: string } => {
  const baseline = baselines?.read.get(file)
  if (cell === undefined || baselines === undefined || baseline === undefined)
    return { problem: `${file} was not read` }
  if ("problem" in baseline) return baseline
  const { fingerprint, gates, id, name } = cell
  const before = baseline.cells.find((one) => one.id === id)
  if (before === undefined) return { problem: `${file} has no cell ${id}` }
  const after: CellSample = {
    id,
    name,
    conditions: conditionsOf({ fingerprint, parts: cell.behaviour }, gates),
    runs: outcomes.map((outcome, at) => ({
      index: at + 1,
      outcome,
      ...(digests !== undefined && { calls: digests[at] as NonNullable<SampledRun["calls"]> })
    }))
  }
  const { cells, obstacles, verdict } = baselines.compare([before], [after], { confidence, behaviour, allowed: allow })
  return { ...cells[0]!, verdict, obstacles: [...obstacles, ...cells[0]!.obstacles] }
}
