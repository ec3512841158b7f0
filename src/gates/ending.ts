/**
 * `ending`: each run closes with words, with `end_turn`, and its last call did not fail.
 */
import type { Expectations } from "../domain/Matcher.ts"
import type { RunDefinition } from "../domain/Metric.ts"
import { expectations, type Gate, gate, gateFrom } from "../dsl/gate.ts"
import { atLeast, atMost, equals } from "../dsl/matchers.ts"
import { describe, explain, measure, type Report } from "../metrics/ending.ts"

/**
 * Each run closes with words, with the stop reason `end_turn`, and its last call did not fail. What is expected here is
 * added to that, or replaces the default of the same target.
 *
 * ```ts
 * asks.pipe(ending(), ending({ unrecovered_tools: atMost(0) }))
 * ```
 */
export const ending = (expect: Expectations<Report> = {}): Gate<never> =>
  gateFrom("ending", expectations(expect, "expect"), () =>
    gate(definition, {}, { ...definition.expect, ...given(expect) })
  )

/** An expectation that is undefined does not take the place of its default. */
const given = (expect: Expectations<Report>): Expectations<Report> =>
  Object.fromEntries(Object.entries(expect).filter(([, matcher]) => matcher !== undefined))

const definition: RunDefinition<{}, Report> = {
  name: "ending",
  scope: "run",
  targets: { closing_words: "flag", stop_reason: "value", last_call_failed: "flag", unrecovered_tools: "count" },
  measure,
  expect: { closing_words: atLeast(1), stop_reason: equals("end_turn"), last_call_failed: atMost(0) },
  describe,
  explain
}
