/**
 * `passRate`: the rate of passing runs decides instead of each run, once there are enough runs.
 */
import type { OutcomesDefinition } from "../domain/Metric.ts"
import { gate, type OutcomesGate } from "../dsl/gate.ts"
import { type OptionNames, withOptions } from "../dsl/gateOptions.ts"
import { atLeast } from "../dsl/matchers.ts"
import { check, describe, explain, measure, type Report, type Spec } from "../metrics/passRate.ts"

export interface RateFloor {
  /** Above 0 and below 1. */
  readonly atLeast: number
  /** The confidence of the interval; default 0.95. */
  readonly confidence?: number
}

/**
 * The rate of passing runs must be at least this high. No verdict while the runs neither prove nor refute it; the message says
 * how many runs would.
 *
 * ```ts
 * asks.pipe(runs(40), passRate({ atLeast: 0.9, confidence: 0.95 }), expect("tool_results[0].is_error", equals(false)))
 * ```
 */
export const passRate = (options: RateFloor): OutcomesGate<never> => {
  const { atLeast: floor, confidence = 0.95 } = options
  return withOptions(options, names, gate(definition, { at_least: floor, confidence }) as OutcomesGate<never>)
}

const names: OptionNames<RateFloor> = { atLeast: true, confidence: true }

const definition: OutcomesDefinition<Spec, Report> = {
  name: "pass_rate",
  scope: "outcomes",
  targets: {
    meets_floor: "flag",
    pass_rate: "fraction",
    lower_bound: "fraction",
    upper_bound: "fraction",
    runs: "count",
    passes: "count",
    enough_runs: "count"
  },
  measure,
  expect: { meets_floor: atLeast(1) },
  check,
  describe,
  explain
}
