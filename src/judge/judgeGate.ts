/**
 * Judges one gate on what it looks at: measures, then checks each expectation.
 */
import * as Result from "effect/Result"
import { type Issue, issue } from "../domain/Issue.ts"
import type { Json } from "../domain/Json.ts"
import { type AnyDefinition, fullTarget, type Means } from "../domain/Metric.ts"
import type { GateData } from "../domain/Plan.ts"
import { type GateVerdict, type Source, worst } from "../domain/Verdict.ts"
import { checkTarget, json } from "./checkTarget.ts"

/** A gate of the plan with the definition that the suite carried for it. */
export interface BoundGate {
  readonly gate: GateData
  readonly definition: AnyDefinition
  readonly source?: Source
}

/** The part of a verdict that does not depend on where the gate stands. */
export type Judged = Pick<GateVerdict, "verdict" | "advisory" | "summary" | "report" | "checks" | "issues">

/** A definition that looks at a `Subject`: a trace, all traces, or all outcomes. */
type Looking<Subject> = Extract<AnyDefinition, { readonly measure: (subject: Subject, spec: any, means: Means) => any }>

/** A measure that throws is a broken gate, not a failed one. The run is named where the gate looks at one. */
export const judgeGate = <Subject>(
  gate: GateData,
  definition: Looking<Subject>,
  subject: Subject,
  means: Means,
  run?: number
): Judged =>
  Result.getOrElse(
    Result.try(() => measured(gate, definition as Callable<Subject>, subject, means, run)),
    (thrown) => unjudged(gate, threw(gate.gate, thrown))
  )

/** The same definition with its functions callable: each of the three takes its own subject. */
type Callable<Subject> = Omit<AnyDefinition, "measure" | "explain" | "describe"> & {
  readonly measure: (subject: Subject, spec: Json, means: Means) => { readonly [target: string]: unknown }
  readonly explain?: (
    subject: Subject,
    spec: Json,
    report: unknown
  ) => { readonly [target: string]: ReadonlyArray<any> }
  readonly describe?: (report: unknown, spec: Json, subject: Subject) => string
}

const measured = <Subject>(
  gate: GateData,
  definition: Callable<Subject>,
  subject: Subject,
  means: Means,
  run: number | undefined
): Judged => {
  const report = definition.measure(subject, gate.spec, means)
  const targets = Object.keys(definition.targets).map((target) => ({
    target,
    full: fullTarget(definition as AnyDefinition, target),
    value: report[target]
  }))
  const places = () => definition.explain?.(subject, gate.spec, report) ?? {}
  const checks = targets.flatMap((one) => {
    const matcher = gate.expectations[one.full]
    return matcher === undefined
      ? []
      : [
          checkTarget({
            ...one,
            matcher,
            absent: definition.absent?.(one.target, report) ?? "none",
            advisory: gate.advisory,
            places: () => places()[one.target] ?? [],
            means,
            run
          })
        ]
  })
  return {
    verdict: worst(checks.map((one) => one.verdict)),
    advisory: gate.advisory,
    summary:
      definition.describe?.(report, gate.spec, subject) ??
      targets.map(({ target, value }) => `${target} ${json(value)}`).join(", "),
    report: Object.fromEntries(targets.map(({ full, value }) => [full, json(value)])),
    checks,
    issues: []
  }
}

export const unjudged = (gate: GateData, why: Issue): Judged => ({
  verdict: "none",
  advisory: gate.advisory,
  summary: "not judged",
  report: {},
  checks: [],
  issues: [why]
})

const threw = (gate: string, thrown: unknown): Issue =>
  issue(
    "GATE_THREW",
    `${gate} threw instead of measuring: ${thrown instanceof Error ? thrown.message : String(thrown)}.`,
    "Correct the gate's measure function."
  )
