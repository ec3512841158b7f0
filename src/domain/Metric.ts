/**
 * A metric is arithmetic over what was observed; a definition is a metric that knows how to be a gate.
 *
 * Definitions are code and travel with the suite; the plan keeps their names. Nothing looks them up in a registry, so a
 * gate of another package works like one of ours.
 */
import type { NonEmptyReadonlyArray } from "effect/Array"
import type { AlignedStep, ExpectedCalls } from "./Analysis.ts"
import type { Expectations, JsonSchemaCheck } from "./Matcher.ts"
import type { Trace } from "./Trace.ts"
import type { Finding } from "./Verdict.ts"

/** What a definition is judged on: each run, all runs of a cell, or the pass and fail of those runs. */
export type Scope = "run" | "cell" | "outcomes"

export type Runs = NonEmptyReadonlyArray<Trace>
export type Outcomes = NonEmptyReadonlyArray<"pass" | "fail">

/** What a target counts. A percent is a whole number from 0 to 100, a fraction lies in 0..1. */
export type Unit = "fraction" | "percent" | "count" | "tokens" | "milliseconds" | "flag" | "value"

/** What a metric may use beside its arguments. JSON Schema is there only when the plan mentions one: it is heavy. */
export interface Means {
  readonly jsonSchema?: JsonSchemaCheck
}

export interface Alignment {
  readonly expected: ExpectedCalls["calls"]
  readonly steps: ReadonlyArray<AlignedStep>
}

export type Metric<Subject, Spec, Report> = (subject: Subject, spec: Spec, means: Means) => Report

/** The report's type is inferred from `measure` alone, so that everything else is checked against it. */
interface Described<Subject, Spec, Report> {
  readonly name: string
  /** What stands before a target in reports; the name and a dot unless said. */
  readonly prefix?: string
  /** What the printed line is called; the name unless said. */
  readonly title?: string
  /** Every target of the report. A target that is not listed here cannot be gated on. */
  readonly targets: NoInfer<{ readonly [Target in keyof Report]-?: Unit }>
  readonly measure: Metric<Subject, Spec, Report>
  /** What must hold when the suite does not say. */
  readonly expect: NoInfer<Expectations<Report>>
  /** What an undefined target means: no verdict unless said, or a failure where its absence is itself observed. */
  readonly absent?: (target: string, report: NoInfer<Report>) => "fail" | "none"
  /** Whether it looks at what tools answered, beyond whether they failed. It does unless said. */
  readonly readsAnswers?: boolean
  /** How long a faulted call may take, in milliseconds, where the agent itself does not say. */
  readonly patience?: (spec: NoInfer<Spec>) => number
  /** What is wrong with a spec, as sentences without a subject: "minSelectionRate is 8, expected 0 to 1". */
  readonly check?: (spec: NoInfer<Spec>) => ReadonlyArray<string>
  /** Where to look when a target is red or undefined. Runs count from 1. */
  readonly explain?: (
    subject: Subject,
    spec: NoInfer<Spec>,
    report: NoInfer<Report>
  ) => NoInfer<{ readonly [Target in keyof Report]?: ReadonlyArray<Finding> }>
  /** How the calls of a run line up with those that the gate expects, for reports that show both. */
  readonly align?: (trace: Trace, spec: NoInfer<Spec>, means: Means) => Alignment
  /** The numbers on one line, for the printed report. */
  readonly describe?: (report: NoInfer<Report>, spec: NoInfer<Spec>, subject: Subject) => string
}

export interface RunDefinition<Spec, Report> extends Described<Trace, Spec, Report> {
  readonly scope: "run"
}
/** Its functions see the traces, or what `digest` keeps of each. */
export interface CellDefinition<Spec, Report, Digest = Trace> extends Described<
  NonEmptyReadonlyArray<Digest>,
  Spec,
  Report
> {
  readonly scope?: "cell"
  /** What is kept of a run until all are there, as plain data: another thread may have made it. The whole trace unless said. */
  readonly digest?: (trace: Trace, spec: Spec, run: number) => Digest
}
export interface DigestDefinition<Spec, Report, Digest> extends CellDefinition<Spec, Report, Digest> {
  readonly digest: (trace: Trace, spec: Spec, run: number) => Digest
}
export interface OutcomesDefinition<Spec, Report> extends Described<Outcomes, Spec, Report> {
  readonly scope: "outcomes"
}
export type Definition<Spec, Report> =
  | RunDefinition<Spec, Report>
  | CellDefinition<Spec, Report>
  | OutcomesDefinition<Spec, Report>

/**
 * Types a definition that keeps a digest of each run as one over traces, so that `gate` takes it. Less is held in memory.
 *
 * ```ts
 * const definition: DigestDefinition<{}, { readonly calls: number }, number> = {
 *   name: "acme/calls",
 *   targets: { calls: "count" },
 *   digest: (trace) => trace.tool_calls.length,
 *   measure: (counts) => ({ calls: Math.max(...counts) }),
 *   expect: { calls: atMost(3) }
 * }
 *
 * asks.pipe(gate(digested(definition), {}))
 * ```
 */
export const digested = <Spec, Report, Digest>(
  definition: DigestDefinition<Spec, Report, Digest>
): CellDefinition<Spec, Report> => definition as unknown as CellDefinition<Spec, Report>

/** A definition whose spec and report are only known to itself. */
export type AnyDefinition = Definition<any, any>

/** A target as it is spelt in plans and reports: `stability.weakest_score`. */
export const fullTarget = (definition: AnyDefinition, target: string): string =>
  `${definition.prefix ?? `${definition.name}.`}${target}`

/** The definitions that a suite carried: by cell id, in the order of the cell's gates. */
export type Definitions = ReadonlyMap<string, ReadonlyArray<AnyDefinition>>
