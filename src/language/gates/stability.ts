/**
 * `stability`: the weakest dimension of every run is above a floor, and the runs resemble each other.
 */
import type { Expectations } from "../../base/domain/matching/Matcher.ts"
import { type DigestDefinition, digested } from "../../base/domain/verdict/Metric.ts"
import type { Sample } from "../dsl/facts.ts"
import { expectations, type Gate, gate, gateFrom } from "../dsl/gate.ts"
import { type OptionNames, withOptions } from "../dsl/gateOptions.ts"
import { atLeast } from "../dsl/matchers.ts"
import {
  DEFAULT_FLOOR,
  DIMENSIONS,
  type Dimension,
  floorProblems,
  SCORING_OPTIONS,
  type Scoring,
  type ScoringOptions,
  scoringKinds,
  scoringOf,
  scoringProblems
} from "../metrics/scoring.ts"
import { fields, membersOf, number, optional } from "../../base/std/kinds.ts"
import {
  type AcrossReport,
  defaultFloor,
  describe,
  type Digest,
  digest,
  explain,
  explainLeast,
  type Least,
  measure,
  measureLeast
} from "../metrics/stability.ts"

export interface StabilityOptions extends ScoringOptions {
  /**
   * The least value of each dimension in any run. With floors the dimensions are judged one by one, in place of the
   * weakest of them; a judged dimension without a floor has the default, 0.5.
   */
  readonly floors?: { readonly [name in Dimension]?: number }
}

/**
 * The weakest dimension of every run is above a floor, and the runs resemble each other. Needs two or more runs.
 *
 * ```ts
 * asks.pipe(
 *   runs(5),
 *   stability({ variance: atMost(0.05) }, { tokensPerUsefulCall: 20_000, floors: { tool_usage_stability: 0.2 } })
 * )
 * ```
 */
export const stability = (expect: Expectations<AcrossReport> = {}, given: StabilityOptions = {}): Gate<Sample> =>
  gateFrom("stability", [...expectations(expect, "expect"), ...optionsKind(given, "the second argument")], () =>
    stabilityOf(expect, given)
  )

const optionsKind = fields({ ...scoringKinds, floors: optional(membersOf(number)) })

const stabilityOf = (expect: Expectations<AcrossReport>, given: StabilityOptions): Gate<Sample> => {
  const { floors, ...options } = given
  const judged = options.dimensions ?? DIMENSIONS
  const floored =
    floors === undefined ? {} : Object.fromEntries(judged.map((name) => [name, atLeast(floors[name] ?? DEFAULT_FLOOR)]))
  const isDefault = floors === undefined && Object.values(expect).every((matcher) => matcher === undefined)
  const made = gate("two or more runs")(
    digested(definition(isDefault, floors === undefined ? [] : DIMENSIONS)),
    { ...scoringOf(options), ...(floors !== undefined && { floors }) },
    { ...floored, ...expect }
  )
  return withOptions(given, names, made)
}

const names: OptionNames<StabilityOptions> = { ...SCORING_OPTIONS, floors: true }

interface Spec extends Scoring {
  readonly floors?: { readonly [name in Dimension]?: number }
}

/** The targets over all runs, and the least of each dimension if the gate has floors. */
type Report = AcrossReport & Partial<Least>

const definition = (isDefault: boolean, floored: ReadonlyArray<Dimension>): DigestDefinition<Spec, Report, Digest> => ({
  name: "stability",
  targets: {
    score: "fraction",
    weakest_score: "fraction",
    variance: "fraction",
    tool_sequence_similarity: "fraction",
    argument_consistency: "fraction",
    early_divergence: "flag",
    ...(Object.fromEntries(floored.map((name) => [name, "fraction"])) as { readonly [name in Dimension]: "fraction" })
  },
  digest,
  measure: (runs, spec) => ({ ...measure(runs, spec), ...(floored.length > 0 && measureLeast(runs, spec)) }),
  expect: { weakest_score: atLeast(DEFAULT_FLOOR) },
  check: ({ floors = {}, ...scoring }) => [
    ...scoringProblems(scoring),
    ...floorProblems(floors, scoring.dimensions ?? DIMENSIONS)
  ],
  describe,
  explain: (runs, spec, report) => {
    const findings = { ...explain(runs, spec), ...(floored.length > 0 && explainLeast(runs, spec)) }
    return isDefault && report.weakest_score !== undefined
      ? { ...findings, weakest_score: [...findings.weakest_score, ...defaultFloor(runs, spec, "stability")] }
      : findings
  }
})
