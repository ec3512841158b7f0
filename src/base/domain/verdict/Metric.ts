/**
 * A metric is arithmetic over what was observed; a definition is a metric that knows how to be a gate.
 *
 * Definitions are code and belong to the suite; the plan keeps their names. There is no registry, so a gate of another
 * package works like a gate of passhat.
 */
import type { NonEmptyReadonlyArray } from "effect/Array"
import type { AlignedStep, ExpectedCalls } from "./Analysis.ts"
import type { CellSample } from "./Baseline.ts"
import type { Comparison } from "./Comparison.ts"
import type { Allowable } from "./conditions.ts"
import type { Json } from "../Json.ts"
import type { Expectations, JsonSchemaCheck } from "../matching/Matcher.ts"
import type { Vote } from "../plan/juries.ts"
import type { Cell } from "../plan/Plan.ts"
import type { OfferedTool } from "../plan/Tool.ts"
import type { Trace } from "../trace/Trace.ts"
import type { Finding, Verdict } from "./Verdict.ts"

/** What a definition is judged on: each run, all runs of a cell, or the pass and fail of those runs. */
export type Scope = "run" | "cell" | "outcomes"

export type Runs = NonEmptyReadonlyArray<Trace>
export type Outcomes = NonEmptyReadonlyArray<"pass" | "fail">

/** What a target is. `RANGES` has the values of each. */
export type Unit = "fraction" | "percent" | "count" | "tokens" | "milliseconds" | "flag" | "boolean" | "text" | "value"

/** A tool as far as metrics look at it. */
export interface ToolOffered extends Pick<OfferedTool, "server" | "name" | "annotations"> {
  /** Of imported runs: nothing describes the tool, and the call of some run of the import shows that it exists. */
  readonly observed?: true
}

/** What the agent of a cell could call. */
export interface Offer {
  readonly offered: ReadonlyArray<ToolOffered>
  /** False if the agent may have tools that its traces do not show: a driver, or a command. */
  readonly complete: boolean
}

/** The cells of a baseline, or why it cannot be used, as a sentence without its full stop. */
export type ReadBaseline = { readonly cells: ReadonlyArray<CellSample> } | { readonly problem: string }

export interface CompareOptions {
  /** 0.5 or more and below 1. */
  readonly confidence: number
  /** Whether calls are compared beside outcomes, and whether calls that differ are a regression. */
  readonly behaviour: boolean | "decides"
  /** What may differ between the recordings. */
  readonly allowed: ReadonlyArray<Allowable>
}

export type CompareSamples = (
  baseline: ReadonlyArray<CellSample>,
  candidate: ReadonlyArray<CellSample>,
  options: CompareOptions
) => Comparison

/** The baselines that the definitions of a suite name, and what compares runs with them. Few suites name one, so both load late. */
export interface Baselines {
  /** By file. */
  readonly read: ReadonlyMap<string, ReadBaseline>
  readonly compare: CompareSamples
}

/** What a metric may use beside its subject. */
export interface Capabilities {
  /** Defined only if the plan has a JSON Schema, since it loads slowly. */
  readonly jsonSchema?: JsonSchemaCheck
  /** The tools of the cell. Undefined for a metric that is called without a plan. */
  readonly offer?: Offer
  /** The cell that is judged. Undefined for a metric that is called without a plan. */
  readonly cell?: Cell
  /** Undefined if no definition of the suite names a baseline. */
  readonly baselines?: Baselines
  /** What the `digest` of a definition over outcomes returned for each run. */
  readonly digests?: ReadonlyArray<unknown>
}

/** What the agent of a gate is given, so that a spec cannot name something else. */
export interface GateAgent {
  readonly tools: ReadonlyArray<OfferedTool>
  /** The names of the faults that are injected. */
  readonly faults: ReadonlyArray<string>
  /** How often it is run. */
  readonly runs: number
  /** True if it may stop before its last run. */
  readonly stopsEarly?: boolean
  /** True if the agent may have tools that no server has: a driver, or a command. */
  readonly hasOwnTools?: boolean
}

export interface Alignment {
  readonly expected: ExpectedCalls["calls"]
  readonly steps: ReadonlyArray<AlignedStep>
}

export type Metric<Subject, Spec, Report> = (subject: Subject, spec: Spec, means: Capabilities) => Report

/** The report's type is inferred from `measure` alone, so that everything else is checked against it. */
interface Described<Subject, Spec, Report> {
  readonly name: string
  /** Comes before a target in reports. By default the name and a dot. */
  readonly prefix?: string
  /** The title of the printed line. By default the name. */
  readonly title?: string
  /** Every target of the report. A target that is not listed here cannot be gated on. */
  readonly targets: NoInfer<{ readonly [Target in keyof Report]-?: Unit }>
  readonly measure: Metric<Subject, Spec, Report>
  /** The expectations of a gate for which the suite gives none. */
  readonly expect: NoInfer<Expectations<Report>>
  /** The verdict on an undefined target: by default none; "fail" if its absence was itself observed. */
  readonly absent?: (target: string, report: NoInfer<Report>) => "fail" | "none"
  /** How long a faulted call may take, in milliseconds, if the agent sets no limit. */
  readonly patience?: (spec: NoInfer<Spec>) => number
  /** The file of the baseline that a spec compares with, relative to the project: it is read before anything is judged. */
  readonly baseline?: (spec: NoInfer<Spec>) => string
  /** What is wrong with a spec, as sentences without a subject: "minSelectionRate is 8, expected 0 to 1". */
  readonly check?: (spec: NoInfer<Spec>, agent: GateAgent, means: Capabilities) => ReadonlyArray<string>
  /** The places that explain a target that failed or is undefined. Runs count from 1. */
  readonly explain?: (
    subject: Subject,
    spec: NoInfer<Spec>,
    report: NoInfer<Report>,
    means: Capabilities
  ) => NoInfer<{ readonly [Target in keyof Report]?: ReadonlyArray<Finding> }>
  /** How the calls of a run line up with those that the gate expects, for reports that show both. */
  readonly align?: (trace: Trace, spec: NoInfer<Spec>, means: Capabilities) => Alignment
  /** What reports show of the gate beside its targets, as JSON. It decides nothing. Undefined for nothing. */
  readonly metadata?: (subject: Subject, spec: NoInfer<Spec>) => Json | undefined
  /** The numbers on one line, for the printed report. */
  readonly describe?: (report: NoInfer<Report>, spec: NoInfer<Spec>, subject: Subject) => string
}

export interface RunDefinition<Spec, Report> extends Described<Trace, Spec, Report> {
  readonly scope: "run"
}
/** Its functions receive the traces, or what `digest` returned for each. */
export interface CellDefinition<Spec, Report, Digest = Trace> extends Described<
  NonEmptyReadonlyArray<Digest>,
  Spec,
  Report
> {
  readonly scope?: "cell"
  /**
   * What the judge keeps of a run until the last run: by default the trace. `votes` are those of the gate's jury; undefined if it is
   * asked nothing, or if the gate is not advisory.
   */
  readonly digest?: (trace: Trace, spec: Spec, run: number, votes?: ReadonlyArray<Vote>) => Digest
  /** What the jury of an advisory gate is asked about a run; undefined for a run of which there is nothing to ask. */
  readonly question?: (trace: Trace, spec: Spec, means: Capabilities) => string | undefined
}
export interface DigestDefinition<Spec, Report, Digest> extends CellDefinition<Spec, Report, Digest> {
  readonly digest: (trace: Trace, spec: Spec, run: number, votes?: ReadonlyArray<Vote>) => Digest
}
/** When the outcomes of the first runs decide a gate, so that its cell may stop. */
export interface StopRule {
  /**
   * The verdict that `passes` of the first `runs` outcomes decide; undefined while later runs may decide it. It is asked after
   * every run, in the order of their indices, and its first answer holds.
   */
  readonly decide: (passes: number, runs: number) => Verdict | undefined
  /** The pass rate at which a plan counts the expected runs. */
  readonly assumed: number
}

export interface OutcomesDefinition<Spec, Report> extends Described<Outcomes, Spec, Report> {
  readonly scope: "outcomes"
  /** How a cell of so many runs may stop before the last. By default a gate needs all of them. */
  readonly stop?: (spec: Spec, runs: number) => StopRule
  /** Set if its numbers hold only for a sample whose size no outcome has decided: such a gate is refused beside one that stops. */
  readonly needsAllRuns?: true
  /** What `measure` needs of each run beside its outcome; it finds it in `digests`. By default nothing. */
  readonly digest?: (trace: Trace, spec: Spec, run: number) => unknown
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

/** A definition of any spec and report. */
export type AnyDefinition = Definition<any, any>

/** How a cell with this gate may stop early; undefined if the gate needs all runs. */
export const stopOf = (definition: AnyDefinition): OutcomesDefinition<any, any>["stop"] =>
  definition.scope === "outcomes" ? definition.stop : undefined

/** The full name of a target in plans and reports: `stability.weakest_score`. */
export const fullTarget = (definition: AnyDefinition, target: string): string =>
  `${definition.prefix ?? `${definition.name}.`}${target}`

/** The definitions of a suite, by cell id, in the order of the cell's gates. */
export type Definitions = ReadonlyMap<string, ReadonlyArray<AnyDefinition>>
