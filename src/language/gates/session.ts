/**
 * `agentReliability` and `agentConsistency`: the runs of a cell as one session, scored on signals of each run.
 *
 * If no run could be evaluated the score is 1 for want of evidence, and the gate has no verdict unless `allowEmpty` is true.
 */
import type { Expectations } from "../../base/domain/matching/Matcher.ts"
import { type DigestDefinition, digested } from "../../base/domain/verdict/Metric.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import { expectations, type Gate, gate, gateFrom } from "../dsl/gate.ts"
import { type OptionNames, withOptions } from "../dsl/gateOptions.ts"
import { atLeast } from "../dsl/matchers.ts"
import {
  DEFAULT_FLOOR,
  floorProblems,
  SCORING_OPTIONS,
  type ScoringOptions,
  scoringKinds,
  scoringOf,
  scoringProblems
} from "../metrics/scoring.ts"
import { bandOf, type Signal, SIGNALS, type Signals, type Weights, weightProblems } from "../metrics/session.ts"
import type { Known } from "../metrics/sessionFindings.ts"
import { code, fields, flag, membersOf, number, optional } from "../../base/std/kinds.ts"
import {
  CONSISTENCY,
  deciding,
  defaultFloor,
  leastOf,
  metadataOf,
  reasonOf,
  RELIABILITY,
  scored,
  senseOf,
  type SessionKind,
  type SessionSpec
} from "./sessionScore.ts"
import { classesKind, type ToolClasses, toolClasses } from "./toolData.ts"

/** The options of stability decide how `confidence` is made of the trace. */
export interface SessionOptions extends ScoringOptions {
  /** Replaces the default weights that it names. */
  readonly weights?: Partial<Weights>
  /** Named sets of interchangeable tools; with them the choice of tools is a signal. */
  readonly classes?: ToolClasses
  /** Own signals, each from 0 to 1. Without it they are computed from the trace, without a model. */
  readonly signals?: (trace: Trace, run: number) => Signals
  /** Whether a session in which no run could be evaluated passes; default false. */
  readonly allowEmpty?: boolean
  /** The least value of a signal in any run, beside the score. */
  readonly floors?: { readonly [Name in Signal]?: number }
}

/** What a suite may expect of a session gate. */
interface ScoreReport {
  readonly score: number | undefined
}

/** The score, and for each signal with a floor its least value in any run. */
interface Report {
  readonly score: number | undefined
  readonly [signal: string]: number | undefined
}

/**
 * Scores the runs as one session by their worst signals: did the agent ever fail badly?
 *
 * ```ts
 * asks.pipe(runs(5), agentReliability({ score: atLeast(0.7) }))
 * ```
 */
export const agentReliability = (expect?: Expectations<ScoreReport>, options: SessionOptions = {}): Gate<never> =>
  session(RELIABILITY, expect, options)

/**
 * Scores the runs as one session by all of their signals: did it go smoothly throughout?
 *
 * ```ts
 * asks.pipe(runs(5), agentConsistency({ score: atLeast(0.7) }, { weights: { confidence: 0.4 } }))
 * ```
 */
export const agentConsistency = (expect?: Expectations<ScoreReport>, options: SessionOptions = {}): Gate<never> =>
  session(CONSISTENCY, expect, options)

const session = (kind: SessionKind, expect: Expectations<ScoreReport> = {}, all: SessionOptions): Gate<never> =>
  gateFrom(kind.name, [...expectations(expect, "expect"), ...optionsKind(all, "the second argument")], () =>
    sessionOf(kind, expect, all)
  )

const optionsKind = fields({
  ...scoringKinds,
  weights: optional(membersOf(optional(number))),
  classes: optional(classesKind),
  signals: optional(code),
  allowEmpty: optional(flag),
  floors: optional(membersOf(number))
})

const sessionOf = (kind: SessionKind, expect: Expectations<ScoreReport>, all: SessionOptions): Gate<never> => {
  const { allowEmpty = false, classes, floors, signals, weights = {}, ...options } = all
  const floored = Object.keys(floors ?? {}) as ReadonlyArray<Signal>
  const isDefault = Object.values(expect).every((matcher) => matcher === undefined)
  const definition: DigestDefinition<SessionSpec, Report, Known> = {
    name: kind.name,
    targets: { score: "fraction", ...Object.fromEntries(floored.map((name) => [name, "fraction"])) },
    digest: (trace, spec, run) => (signals === undefined ? senseOf(spec)(trace) : { signals: signals(trace, run) }),
    measure: (runs, spec) => {
      const report = scored(kind, runs, spec)
      const isMeasured = !("malformed" in report) && (report.metadata.traces_evaluated > 0 || spec.allow_empty)
      const least = floored.map((name) => [name, "malformed" in report ? undefined : leastOf(runs, name)] as const)
      return { score: isMeasured ? report.score : undefined, ...Object.fromEntries(least) }
    },
    expect: { score: atLeast(DEFAULT_FLOOR) },
    check: ({ floors: given = {}, weights: weighed, ...scoring }) => [
      ...weightProblems(weighed),
      ...weightless(kind, weighed),
      ...scoringProblems(scoring),
      ...floorProblems(given, SIGNALS)
    ],
    explain: (runs, spec, report) => ({
      score: [
        { reason: reasonOf(scored(kind, runs, spec)) },
        ...deciding(kind, runs, spec),
        ...(isDefault && report.score !== undefined ? defaultFloor(kind, runs, spec) : [])
      ]
    }),
    metadata: (runs, spec) => metadataOf(kind, runs, spec),
    describe: ({ score }, spec, runs) => {
      const result = scored(kind, runs, spec)
      const isEvaluated = !("malformed" in result) && result.metadata.traces_evaluated > 0
      const band = isEvaluated && score !== undefined ? ` (${bandOf(score, kind.bands)})` : ""
      return `score ${score ?? "undefined"}${band}, ${reasonOf(result)}`
    }
  }
  const made = gate(
    digested(definition),
    {
      weights,
      ...(classes !== undefined && { classes: toolClasses(classes) }),
      ...scoringOf(options),
      ...(floors !== undefined && { floors }),
      allow_empty: allowEmpty
    },
    {
      ...(isDefault ? definition.expect : expect),
      ...Object.fromEntries(floored.map((name) => [name, atLeast(floors?.[name] ?? DEFAULT_FLOOR)]))
    }
  )
  return withOptions(all, names, made)
}

/** Without a weight that counts, every session scores 1. */
const weightless = (kind: SessionKind, weights: Partial<Weights>): ReadonlyArray<string> => {
  const counted: ReadonlyArray<Signal> = kind === CONSISTENCY ? ["confidence"] : SIGNALS
  return counted.every((name) => weights[name] === 0)
    ? [`the weight of ${counted.join(", ")} is 0, so that every session scores 1`]
    : []
}

const names: OptionNames<SessionOptions> = {
  ...SCORING_OPTIONS,
  weights: true,
  classes: true,
  signals: true,
  allowEmpty: true,
  floors: true
}
