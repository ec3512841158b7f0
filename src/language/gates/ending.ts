/**
 * `ending`: each run closes with words, or with a tool that it may end with, and admits the error of its last call.
 */
import type { Expectations } from "../../base/domain/matching/Matcher.ts"
import type { RunDefinition } from "../../base/domain/verdict/Metric.ts"
import type { Uses } from "../dsl/facts.ts"
import { expectations, type Gate, gate, gateFrom } from "../dsl/gate.ts"
import { atLeast, atMost, equals } from "../dsl/matchers.ts"
import { describe, explain, measure, type Report, type Spec } from "../metrics/ending.ts"
import { optional } from "../../base/std/kinds.ts"
import { unknownCalls } from "./offered/unknownCalls.ts"
import { type AnyTool, type ServersOf, toolData, toolsKind, usesAll } from "./toolData.ts"

/**
 * Each run closes with words, with the stop reason `end_turn`, and its last call did not fail, or the agent says that it
 * did. With `by` a run may end with a call of one of these tools instead of words. What is expected here is added to
 * that, or replaces the default of the same target.
 *
 * ```ts
 * asks.pipe(ending({ unrecovered_tools: atMost(0) }))
 * ```
 */
export const ending = <const Tools extends ReadonlyArray<AnyTool> = readonly []>(
  expect: Expectations<Report> & { readonly by?: Tools } = {}
): Gate<Uses<ServersOf<Tools>>> => {
  const { by, ...targets } = expect ?? {}
  return gateFrom("ending", [...expectations(expect, "expect"), ...optional(toolsKind)(by, "by")], () => {
    const defaults = by === undefined ? definition.expect : { ended: atLeast(1), unadmitted_error: atMost(0) }
    const spec: Spec = by === undefined ? {} : { by: by.map(toolData) }
    return gate(...usesAll<ServersOf<Tools>>(by ?? []))(definition, spec, { ...defaults, ...given(targets) })
  })
}

/** An expectation that is undefined does not take the place of its default. */
const given = (expect: Expectations<Report>): Expectations<Report> =>
  Object.fromEntries(Object.entries(expect).filter(([, matcher]) => matcher !== undefined))

const definition: RunDefinition<Spec, Report> = {
  name: "ending",
  scope: "run",
  targets: {
    closing_words: "flag",
    stop_reason: "text",
    unadmitted_error: "flag",
    ended: "flag",
    last_call_failed: "flag",
    unrecovered_tools: "count"
  },
  measure,
  expect: { closing_words: atLeast(1), stop_reason: equals("end_turn"), unadmitted_error: atMost(0) },
  check: ({ by }, offered, means) =>
    by === undefined ? [] : by.length === 0 ? ["by names no tool"] : unknownCalls(by, offered, means),
  describe,
  explain
}
