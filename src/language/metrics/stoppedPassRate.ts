/**
 * Pass rate of a cell that stops when it is decided: which verdict do its runs give, and after how many of them?
 *
 * The outcomes are looked at one by one, in the order of the runs, as the cell did. What comes after the run that decides changes nothing.
 */
import type { Capabilities, GateAgent, Outcomes } from "../../base/domain/verdict/Metric.ts"
import type { Finding, Verdict } from "../../base/domain/verdict/Verdict.ts"
import { check as checkFloor, type Report as FloorReport } from "./passRate.ts"
import { runsForFloor } from "./runCounts.ts"
import { MOST_RUNS, type Spec, stopRule } from "./stopping.ts"

export interface Report extends Pick<FloorReport, "runs" | "passes" | "pass_rate" | "meets_floor" | "enough_runs"> {
  /** How many runs there would have been without stopping. */
  readonly planned_runs: number
}

export const measure = (outcomes: Outcomes, spec: Spec, { cell }: Capabilities): Report => {
  const planned_runs = cell?.runs ?? outcomes.length
  const { passes, runs, verdict } = decisionOf(outcomes, spec, planned_runs)
  return {
    runs,
    passes,
    pass_rate: passes / runs,
    planned_runs,
    meets_floor: verdict === "pass" ? 1 : verdict === "fail" ? 0 : undefined,
    enough_runs: verdict === "none" ? enoughRuns(outcomes.slice(0, runs), spec) : undefined
  }
}

export const check = (spec: Spec, { runs }: Pick<GateAgent, "runs">): ReadonlyArray<string> => [
  ...checkFloor(spec),
  ...(spec.stop_early === "betting" || spec.stop_early === "certain"
    ? []
    : [`stopEarly is ${JSON.stringify(spec.stop_early)}, expected true, false or "certain"`]),
  ...(runs <= MOST_RUNS ? [] : [`stopEarly takes at most ${MOST_RUNS} runs, and the agent has ${runs}`])
]

/** "pass rate 7/7 (100%), decided after 7 of 20 runs with confidence 0.95" */
export const describe = ({ passes, planned_runs, runs }: Report, { confidence }: Spec): string =>
  `pass rate ${passes}/${runs} (${Math.floor((passes * 100) / runs)}%), decided after ${runs} of ${planned_runs} runs with confidence ${confidence}`

export const explain = (_: Outcomes, spec: Spec, report: Report): { readonly meets_floor?: ReadonlyArray<Finding> } =>
  report.meets_floor === 1
    ? {}
    : { meets_floor: [{ reason: `${report.passes} of ${report.runs} runs pass: ${conclusion(report, spec)}` }] }

const conclusion = (report: Report, { at_least, confidence }: Spec): string => {
  const { enough_runs, meets_floor, planned_runs, runs } = report
  if (meets_floor === 0) return `below the floor of ${at_least} with confidence ${confidence}`
  const left = planned_runs - runs
  return [
    `a floor of ${at_least} is neither shown nor refuted`,
    ...(left > 0 ? [`, and ${left} more runs could not change that`] : []),
    ...(enough_runs === undefined ? [] : [`; ${enough_runs} runs are enough if every further one passes`])
  ].join("")
}

interface Decision {
  readonly runs: number
  readonly passes: number
  /** Undefined if the outcomes do not decide, as for an invalid spec. */
  readonly verdict: Verdict | undefined
}

const decisionOf = (outcomes: ReadonlyArray<"pass" | "fail">, spec: Spec, planned: number): Decision => {
  let passes = 0
  if (check(spec, { runs: planned }).length === 0) {
    const { decide } = stopRule(spec, planned)
    for (const [at, outcome] of outcomes.entries()) {
      if (outcome === "pass") passes += 1
      const verdict = decide(passes, at + 1)
      if (verdict !== undefined) return { runs: at + 1, passes, verdict }
    }
  }
  return {
    runs: outcomes.length,
    passes: outcomes.filter((one) => one === "pass").length,
    verdict: undefined
  }
}

/** Undefined if it is not so: the runs made so far could refute the floor in a larger sample. */
const enoughRuns = (outcomes: ReadonlyArray<"pass" | "fail">, spec: Spec): number | undefined => {
  const fails = outcomes.filter((one) => one === "fail").length
  const runs = runsForFloor(spec.at_least, spec.confidence, fails)
  if (runs === undefined || runs > MOST_RUNS) return undefined
  const further = Array.from({ length: Math.max(0, runs - outcomes.length) }, () => "pass" as const)
  return decisionOf([...outcomes, ...further], spec, runs).verdict === "pass" ? runs : undefined
}
