/**
 * Judges one gate on what it looks at: measures, then checks each expectation.
 */
import { tryCatch } from "../std/tryCatch.ts"
import type { Issue } from "../domain/Issue.ts"
import { issue } from "../domain/issues.ts"
import type { Json } from "../domain/Json.ts"
import { type AnyDefinition, fullTarget, type Capabilities } from "../domain/Metric.ts"
import type { GateData } from "../domain/Plan.ts"
import type { Finding, GateVerdict, Source } from "../domain/Verdict.ts"
import { worst } from "../domain/worst.ts"
import { checkTarget, json } from "./checkTarget.ts"
import { spelling } from "./interned.ts"

/** A gate of the plan with the definition that the suite carried for it. */
export interface BoundGate {
  readonly gate: GateData
  readonly definition: AnyDefinition
  readonly source?: Source
}

/** What a gate says of a run, of all runs or of their outcomes. Runs of which it says the same share it. */
export type Judged = Pick<GateVerdict, "verdict" | "report" | "checks" | "issues">

export interface Opinion {
  readonly judged: Judged
  /** The numbers on one line. May throw, as the definition that words it may. */
  readonly summary: () => string
}

/** Judges a subject: a trace, all traces or what was kept of them, all outcomes. The run is named where it is one. */
export type GateJudge = (subject: any, run?: number) => Opinion

/** By target. */
interface Measured {
  readonly [target: string]: unknown
}

/** A definition with its functions callable: each scope takes its own subject. */
type Callable = Omit<AnyDefinition, "measure" | "explain" | "describe" | "digest"> & {
  readonly measure: (subject: unknown, spec: Json, means: Capabilities) => Measured
  readonly explain?: (
    subject: unknown,
    spec: Json,
    report: unknown
  ) => { readonly [target: string]: ReadonlyArray<Finding> | undefined }
  readonly describe?: (report: unknown, spec: Json, subject: unknown) => string
}

/** How many different opinions are remembered. */
const MEMORY = 1_000

/** A measure that throws is a broken gate, not a failed one. */
export const gateJudge = ({ definition, gate }: BoundGate, means: Capabilities): GateJudge => {
  const { absent, describe, explain, measure } = definition as Callable
  const { advisory, expectations, spec } = gate
  const names = Object.keys(definition.targets)
  const targets = names.map((target) => {
    const full = fullTarget(definition, target)
    return { target, full, matcher: expectations[full] }
  })
  const known = new Map<string, Judged>()
  let latest: { readonly report: Measured; readonly judged: Judged } | undefined
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
            places: () => explain?.(subject, spec, report)[target] ?? [],
            means,
            run
          })
    )
    return {
      verdict: worst(checks.map((one) => one.verdict)),
      report: Object.fromEntries(targets.map(({ full, target }) => [full, json(report[target])])),
      checks,
      issues: []
    }
  }

  /** A pass depends on the values alone, and has no evidence. */
  const remembered = (subject: unknown, report: Measured, run?: number): Judged => {
    if (latest !== undefined && isAlike(report, latest.report)) return latest.judged
    const key = spelling(report, names)
    const before = key === undefined ? undefined : known.get(key)
    const judged = before ?? judge(subject, report, run)
    if (key !== undefined && judged.verdict === "pass") {
      latest = { report, judged }
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
          summary: () =>
            describe?.(report, spec, subject) ??
            targets.map(({ target }) => `${target} ${json(report[target])}`).join(", ")
        }
      },
      (thrown) => broken(gate, thrown)
    )
}

/** An opinion with its numbers on one line. */
export interface Settled {
  readonly judged: Judged
  readonly summary: string
}

/** A gate that cannot word what it measured is broken. */
export const settled = (gate: GateData, { judged, summary }: Opinion): Settled =>
  tryCatch(
    () => ({ judged, summary: summary() }),
    (thrown) => ({ judged: broken(gate, thrown).judged, summary: NOT_JUDGED })
  )

/** The opinion as it stands in a report. */
export const worded = (gate: GateData, opinion: Opinion): Omit<GateVerdict, "id" | "gate" | "scope" | "title"> => {
  const { judged, summary } = settled(gate, opinion)
  return { ...judged, advisory: gate.advisory, summary }
}

export const unjudged = (why: Issue): Opinion => ({
  judged: { verdict: "none", report: {}, checks: [], issues: [why] },
  summary: () => NOT_JUDGED
})

/** The opinion of a gate whose code throws. */
export const broken = ({ gate }: GateData, thrown: unknown): Opinion =>
  unjudged(
    issue(
      "GATE_THREW",
      `${gate} threw instead of measuring: ${thrown instanceof Error ? thrown.message : String(thrown)}.`,
      "Correct the gate's measure function."
    )
  )

const NOT_JUDGED = "not judged"
