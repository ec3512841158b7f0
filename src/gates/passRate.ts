/**
 * `passRate`: the rate of passing runs decides, instead of each run, and only once there are enough of them.
 */
import type { OutcomesDefinition } from "../domain/Metric.ts"
import { type Gate, gate } from "../dsl/gate.ts"
import { atLeast } from "../dsl/matchers.ts"
import { check, describe, explain, measure, type Report, type Spec } from "../metrics/passRate.ts"

export interface RateFloor {
  /** Above 0 and below 1. */
  readonly atLeast: number
  /** How sure to be; 0.95 unless said. */
  readonly confidence?: number
}

/** No verdict while the runs neither show the floor nor refute it; the message says how many would. */
export const passRate = ({ atLeast: floor, confidence = 0.95 }: RateFloor): Gate<never> =>
  gate(definition, { at_least: floor, confidence })

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
