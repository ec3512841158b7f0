/**
 * Judges one gate on its subject: measures it, then checks each expectation.
 */
import { tryCatch } from "../../base/std/tryCatch.ts"
import type { Issue } from "../../base/domain/Issue.ts"
import { issue } from "../../base/domain/issues.ts"
import type { Json } from "../../base/domain/Json.ts"
import { type AnyDefinition, fullTarget, type Capabilities } from "../../base/domain/verdict/Metric.ts"
import type { GateData } from "../../base/domain/plan/Plan.ts"
import type { Finding, GateVerdict, Source } from "../../base/domain/verdict/Verdict.ts"
import { worst } from "../../base/domain/verdict/worst.ts"
import { checkTarget, jsonOrNull } from "./checkTarget.ts"
import { keyOf } from "./intern.ts"

/** A gate of the plan with its definition, which is code and therefore not in the plan. */
export interface BoundGate {
  readonly gate: GateData
  readonly definition: AnyDefinition
  readonly source?: Source
}

/** A gate's result for a run, for all runs or for their outcomes. Runs with the same result share one object. */
export type Judged = Pick<GateVerdict, "verdict" | "report" | "checks" | "issues">

export interface Opinion {
  readonly judged: Judged
  /** The numbers on one line. May throw, because it calls the definition's `describe`. */
  readonly summary: () => string
  /** May throw likewise. Absent: the gate has none. */
  readonly metadata?: (() => Json | undefined) | undefined
}

/** The subject is one trace, all traces or their digests, or all outcomes. `run` is given for one trace. */
export type GateJudge = (subject: any, run?: number) => Opinion

/** A gate's report: values by target. */
interface Measured {
  readonly [target: string]: unknown
}

/** A definition whose functions take any subject, because the type of the subject depends on the scope. */
type Callable = Omit<AnyDefinition, "measure" | "explain" | "describe" | "digest" | "metadata"> & {
  readonly measure: (subject: unknown, spec: Json, means: Capabilities) => Measured
  readonly explain?: (
    subject: unknown,
    spec: Json,
    report: unknown,
    means: Capabilities
  ) => { readonly [target: string]: ReadonlyArray<Finding> | undefined }
  readonly describe?: (report: unknown, spec: Json, subject: unknown) => string
  readonly metadata?: (subject: unknown, spec: Json) => Json | undefined
}

/** How many different passing results are remembered. */
const MEMORY = 1_000

/** If `measure` throws, the opinion is "none" with an issue, not "fail". */
export const gateJudge = ({ definition, gate }: BoundGate, means: Capabilities): GateJudge => {
  const { absent, describe, explain, measure, metadata } = definition as Callable
  const { advisory, always, expectations, spec } = gate
  const names = Object.keys(definition.targets)
  const targets = names.map((target) => {
    const full = fullTarget(definition, target)
    return { target, full, matcher: expectations[full] }
  })
  const known = new Map<string, Judged>()
  let latestPass: { readonly report: Measured; readonly judged: Judged } | undefined
  const isAlike = (one: Measured, other: Measured): boolean => names.every((name) => Object.is(one[name], other[name]))

  const judge = (subject: unknown, report: Measured, run: number | undefined): Judged => {
    const checks = targets.flatMap(({ full, matcher, target }) =>
      matcher === undefined
        ? []
        : checkTarget({
            full,
            value: report[target],
            matcher,
            absent: absent?.(target, report) ?? "none",
            advisory,
            always,
            explain: () => explain?.(subject, spec, report, means)[target] ?? [],
            means,
            run
          })
    )
    return {
      verdict: worst(checks.map((one) => one.verdict)),
      report: Object.fromEntries(targets.map(({ full, target }) => [full, jsonOrNull(report[target])])),
      checks,
      issues: []
    }
  }

  /**
   * Only passes are remembered: they depend on the values alone, while other results hold findings about the subject.
   */
  const remembered = (subject: unknown, report: Measured, run?: number): Judged => {
    if (latestPass !== undefined && isAlike(report, latestPass.report)) return latestPass.judged
    const key = keyOf(report, names)
    const before = key === undefined ? undefined : known.get(key)
    const judged = before ?? judge(subject, report, run)
    if (key !== undefined && judged.verdict === "pass") {
      latestPass = { report, judged }
      if (known.size < MEMORY) known.set(key, judged)
    }
    return judged
  }

  return (subject, run) =>
    tryCatch(
      (): Opinion => {
        const report = measure(subject, spec, means)
        return {
          judged: remembered(subject, report, run),
          metadata: metadata && (() => metadata(subject, spec)),
          summary: () =>
            describe?.(report, spec, subject) ??
            targets.map(({ target }) => `${target} ${jsonOrNull(report[target])}`).join(", ")
        }
      },
      (thrown) => broken(gate, thrown)
    )
}

/** The opinion as the part of a GateVerdict that does not come from the plan. A `describe` that throws makes it "none". */
export const verdictOf = (
  gate: GateData,
  { judged, metadata, summary }: Opinion
): Omit<GateVerdict, "id" | "gate" | "scope" | "title"> =>
  tryCatch(
    () => {
      const beside = metadata?.()
      const whole = { ...judged, advisory: gate.advisory, summary: summary() }
      return beside === undefined ? whole : { ...whole, metadata: beside }
    },
    (thrown) => ({ ...broken(gate, thrown).judged, advisory: gate.advisory, summary: NOT_JUDGED })
  )

export const unjudged = (why: Issue): Opinion => ({
  judged: { verdict: "none", report: {}, checks: [], issues: [why] },
  summary: () => NOT_JUDGED
})

/** The opinion of a gate whose code threw. */
export const broken = ({ gate }: GateData, thrown: unknown): Opinion =>
  unjudged(
    issue(
      "GATE_THREW",
      `${gate} threw instead of measuring: ${thrown instanceof Error ? thrown.message : String(thrown)}.`,
      "Correct the gate's measure function."
    )
  )

const NOT_JUDGED = "not judged"
