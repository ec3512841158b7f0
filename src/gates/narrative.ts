/**
 * `narrative`: each run's closing words agree with what it did.
 */
import type { Expectations } from "../domain/Matcher.ts"
import type { RunDefinition } from "../domain/Metric.ts"
import { type Gate, gate } from "../dsl/gate.ts"
import { atLeast } from "../dsl/matchers.ts"
import { describe, explain, measure, type Report, type Spec } from "../metrics/narrative.ts"
import type { AnyTool } from "./toolData.ts"

export interface NarrativeOptions {
  /** Always a write, whatever the name says. */
  readonly mutatingTools?: ReadonlyArray<AnyTool | string>
  /** Never a write. Wins over the other. */
  readonly readonlyTools?: ReadonlyArray<AnyTool | string>
  /** From 0 to 1. */
  readonly maxDivergenceScore?: number
}

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
  readsAnswers: false,
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
