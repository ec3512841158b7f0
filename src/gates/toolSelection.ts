/**
 * `toolSelection`: the agent reaches for the right tool often enough, and no run spends more than it may.
 */
import type { Expectations } from "../domain/Matcher.ts"
import type { CellDefinition } from "../domain/Metric.ts"
import type { Tool } from "../domain/Tool.ts"
import { type Uses, uses } from "../dsl/facts.ts"
import { type Gate, gate } from "../dsl/gate.ts"
import { atLeast, atMost } from "../dsl/matchers.ts"
import { describe, explain, measure, type Report, type Spec } from "../metrics/toolSelection.ts"

export interface Floor {
  /** The share of runs, from 0 to 1, that must call the tool. */
  readonly minSelectionRate: number
  /** What a single run may spend. One run over it fails the gate, even where every run picks the tool. */
  readonly maxTotalTokens?: number
  /** The k of pass^k; 1 unless said. */
  readonly k?: number
}

export const toolSelection = <Server extends string>(
  tool: Tool<Server, string, any>,
  { k, maxTotalTokens, minSelectionRate }: Floor,
  expect: Expectations<Report> = {}
): Gate<Uses<Server>> =>
  gate(uses(tool.server))(
    definition,
    {
      expected_tool: tool.name,
      server: tool.server,
      min_selection_rate: minSelectionRate,
      ...(maxTotalTokens !== undefined && { max_total_tokens: maxTotalTokens }),
      ...(k !== undefined && { k })
    },
    {
      selection_rate: atLeast(minSelectionRate),
      ...(maxTotalTokens !== undefined && { max_tokens: atMost(maxTotalTokens) }),
      ...expect
    }
  )

const definition: CellDefinition<Spec, Report> = {
  name: "tool_selection",
  title: "tool-selection floor",
  targets: { selection_rate: "fraction", max_tokens: "tokens", pass_hat_k: "fraction" },
  measure,
  expect: { selection_rate: atLeast(1) },
  check: ({ k, max_total_tokens, min_selection_rate }) => [
    ...(min_selection_rate >= 0 && min_selection_rate <= 1
      ? []
      : [`minSelectionRate is ${min_selection_rate}, expected 0 to 1`]),
    ...(max_total_tokens === undefined || max_total_tokens > 0
      ? []
      : [`maxTotalTokens is ${max_total_tokens}, expected more than 0`]),
    ...(k === undefined || (Number.isSafeInteger(k) && k >= 1) ? [] : [`k is ${k}, expected a whole number from 1`])
  ],
  describe,
  explain
}
