/**
 * `narrative`: each run's final response agrees with what the run did.
 */
import type { Expectations } from "../domain/Matcher.ts"
import type { RunDefinition } from "../domain/Metric.ts"
import { type Gate, gate } from "../dsl/gate.ts"
import { atLeast } from "../dsl/matchers.ts"
import { describe, explain, measure, type Report, type Spec } from "../metrics/narrative.ts"
import type { AnyTool } from "./toolData.ts"

export interface NarrativeOptions {
  /** Tools that write, whatever their name suggests. */
  readonly mutatingTools?: ReadonlyArray<AnyTool | string>
  /** Tools that never write. Takes precedence over `mutatingTools`. */
  readonly readonlyTools?: ReadonlyArray<AnyTool | string>
  /** From 0 to 1. */
  readonly maxDivergenceScore?: number
}

/**
 * Each run's final response agrees with what the run did: no claim without a call, no write that goes unmentioned.
 *
 * ```ts
 * asks.pipe(narrative({ claimed_but_absent: atMost(0) }, { readonlyTools: [weather.tools.get_weather] }))
 * ```
 */
export const narrative = (
  expect?: Expectations<Report>,
  { maxDivergenceScore, mutatingTools, readonlyTools }: NarrativeOptions = {}
): Gate<never> =>
  gate(
    definition,
    {
      ...(mutatingTools !== undefined && { mutating_tools: mutatingTools.map(nameOf) }),
      ...(readonlyTools !== undefined && { readonly_tools: readonlyTools.map(nameOf) }),
      ...(maxDivergenceScore !== undefined && { max_divergence_score: maxDivergenceScore })
    },
    expect
  )

const nameOf = (tool: AnyTool | string): string => (typeof tool === "string" ? tool : tool.name)

const definition: RunDefinition<Spec, Report> = {
  name: "narrative",
  scope: "run",
  targets: {
    gate_passed: "flag",
    divergence_score: "fraction",
    claimed_but_absent: "count",
    claimed_but_failed: "count",
    present_but_unclaimed: "count",
    arg_mismatch: "count"
  },
  measure,
  expect: { gate_passed: atLeast(1) },
  check: ({ max_divergence_score: most }) =>
    most === undefined || (most >= 0 && most <= 1) ? [] : [`maxDivergenceScore is ${most}, expected 0 to 1`],
  describe,
  explain
}
