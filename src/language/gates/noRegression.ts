/**
 * `noRegression`: the runs do not show that the agent is worse than a baseline, although they could.
 */
import type { Allowable } from "../../base/domain/verdict/conditions.ts"
import type { OutcomesDefinition } from "../../base/domain/verdict/Metric.ts"
import type { Sample } from "../dsl/facts.ts"
import { gate, gateFrom, type OutcomesGate } from "../dsl/gate.ts"
import { type OptionNames, withOptions } from "../dsl/gateOptions.ts"
import { atLeast } from "../dsl/matchers.ts"
import { check, describe, digest, explain, measure, type Report, type Spec } from "../metrics/noRegression.ts"
import { either, fields, flag, kind, listOf, number, optional, text } from "../../base/std/kinds.ts"

export interface RegressionOptions {
  /** The file that `passhat bless` wrote, relative to the folder of package.json or deno.json. */
  readonly baseline: string
  /** 1 minus the chance of a false regression of the cell; default 0.95. */
  readonly confidence?: number
  /** Whether the calls are compared too: calls that differ are a notice (default), fail the gate (`"decides"`), or are not looked at (false). */
  readonly behaviour?: boolean | "decides"
  /** What may differ from the baseline; default nothing. */
  readonly allow?: ReadonlyArray<Allowable>
}

/**
 * The runs must not show that the agent passes less often than in the baseline. Calls that differ are a notice. No verdict
 * without the baseline, or if it is of another prompt, of other tools, gates or run counts. Needs two or more runs.
 *
 * ```ts
 * asks.pipe(
 *   runs(10),
 *   expect("tool_results[0].is_error", equals(false)),
 *   noRegression({ baseline: "baselines/main.json" })
 * )
 * ```
 */
export const noRegression = (options: RegressionOptions): OutcomesGate<Sample> =>
  gateFrom("no_regression", optionsKind(options, "what it is given"), () => {
    const { allow = [], baseline, behaviour = true, confidence = 0.95 } = options
    const spec = { baseline, confidence, behaviour, allow }
    return withOptions(options, names, gate("two or more runs")(definition, spec))
  }) as OutcomesGate<Sample>

const decides = kind(`"decides"`, (value) => value === "decides")

const optionsKind = fields({
  baseline: text,
  confidence: optional(number),
  behaviour: optional(either(`true, false or "decides"`, flag, decides)),
  allow: optional(listOf(text))
})

const names: OptionNames<RegressionOptions> = { baseline: true, confidence: true, behaviour: true, allow: true }

const definition: OutcomesDefinition<Spec, Report> = {
  name: "no_regression",
  scope: "outcomes",
  targets: { holds: "flag", difference: "value", fewer_passes_p: "fraction", behaviour_p: "fraction" },
  digest,
  needsAllRuns: true,
  baseline: (spec) => spec.baseline,
  measure,
  expect: { holds: atLeast(1) },
  check,
  describe,
  explain
}
