/**
 * `expect`: one value of each run's trace must match.
 *
 * A call or result that is not there fails the check, since the trace shows that it was never made. Tokens and
 * observations that were not recorded leave it without a verdict.
 */
import type { Json } from "../domain/Json.ts"
import type { Matcher } from "../domain/Matcher.ts"
import type { RunDefinition } from "../domain/Metric.ts"
import type { Trace } from "../domain/Trace.ts"
import { type Gate, gate } from "../dsl/gate.ts"
import { resolveTarget } from "../metrics/resolveTarget.ts"
import { isAlwaysRecorded, isMeasure, isNarration, isTarget, type Target, type ValueAt } from "./Target.ts"

export const expect = <const Path extends Target>(target: Path, matcher: Matcher<ValueAt<Path>>): Gate<never> =>
  gate(definition(target), { target }, { [target]: matcher })

interface Spec {
  readonly target: string
}
/** Plain JSON takes any matcher. */
type Report = { readonly [target: string]: any }

const definition = (target: string): RunDefinition<Spec, Report> => ({
  name: "expect",
  prefix: "",
  scope: "run",
  readsAnswers: /^(?:tool_results$|tool_results.*\.(?:content|structured)\b|observations\b)/.test(target),
  targets: { [target]: "value" },
  measure: (trace) => ({ [target]: valueAt(trace, target) }),
  expect: {},
  absent: (path) => (isAlwaysRecorded(path) ? "fail" : "none"),
  check: () =>
    isNarration(target)
      ? [`"${target}" is what the model says of itself, which decides nothing; narrative() compares it with the trace`]
      : isTarget(target)
        ? []
        : [`no trace has a "${target}"`],
  explain: (trace) => ({ [target]: valueAt(trace, target) === undefined ? [missing(trace, target)] : [] })
})

/** A count or a time that is no number from 0 was not recorded. */
const valueAt = (trace: Trace, target: string): Json | undefined => {
  const value = resolveTarget(trace, target)?.value as Json | undefined
  return isMeasure(target) && ![value].flat().every(isMeasured) ? undefined : value
}

const isMeasured = (value: unknown): boolean => typeof value === "number" && value >= 0

const missing = (trace: Trace, path: string) => ({
  path,
  reason: isAlwaysRecorded(path)
    ? `nothing stands there: the run made ${trace.tool_calls.length} call${trace.tool_calls.length === 1 ? "" : "s"}`
    : "it was not recorded"
})
