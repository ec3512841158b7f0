/**
 * `passRate`: the rate of passing runs decides instead of each run, once there are enough runs.
 */
import type { OutcomesDefinition } from "../../base/domain/verdict/Metric.ts"
import type { Sample } from "../dsl/facts.ts"
import { gate, gateFrom, type OutcomesGate } from "../dsl/gate.ts"
import { type OptionNames, withOptions } from "../dsl/gateOptions.ts"
import { atLeast } from "../dsl/matchers.ts"
import { check, describe, explain, measure, type Report, type Spec } from "../metrics/passRate.ts"
import * as Stopped from "../metrics/stoppedPassRate.ts"
import { type Spec as StoppedSpec, stopRule } from "../metrics/stopping.ts"
import { anything, fields, number, optional } from "../../base/std/kinds.ts"

export interface RateFloor {
  /** Above 0 and below 1. */
  readonly atLeast: number
  /** The confidence of the interval; default 0.95. */
  readonly confidence?: number
  /**
   * Whether the runs stop when they have decided; default false. `true` bets on every run, at an error of 1 - confidence in all.
   * `"certain"` stops only when the remaining runs cannot change the verdict.
   */
  readonly stopEarly?: boolean | "certain"
}

/** The rate of a cell that stops when it is decided. */
export interface StoppedFloor extends RateFloor {
  readonly stopEarly: true | "certain"
}

/**
 * The rate of passing runs must be at least this high. No verdict while the runs neither prove nor refute it; the message says
 * how many runs would. With `stopEarly`, which needs two or more runs, the runs that come after the decision are not made.
 *
 * ```ts
 * asks.pipe(runs(40), passRate({ atLeast: 0.9, confidence: 0.95 }), expect("tool_results[0].is_error", equals(false)))
 * ```
 */
export const passRate: {
  (options: StoppedFloor): OutcomesGate<Sample>
  (options: RateFloor & { readonly stopEarly?: false }): OutcomesGate<never>
  (options: RateFloor): OutcomesGate<Sample>
} = (options: RateFloor): any =>
  gateFrom("pass_rate", optionsKind(options, "what it is given"), () => {
    const { atLeast: at_least, confidence = 0.95, stopEarly = false } = options
    const made =
      stopEarly === false
        ? gate(definition, { at_least, confidence })
        : gate("two or more runs")(stoppedDefinition, {
            at_least,
            confidence,
            // A suite in JavaScript may say anything: `check` refuses it.
            stop_early: stopEarly === true ? "betting" : stopEarly
          })
    return withOptions(options, names, made)
  })

const optionsKind = fields({ atLeast: number, confidence: optional(number), stopEarly: anything })

const names: OptionNames<RateFloor> = { atLeast: true, confidence: true, stopEarly: true }

const definition: OutcomesDefinition<Spec, Report> = {
  name: "pass_rate",
  scope: "outcomes",
  needsAllRuns: true,
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

/** It has no bounds: those of a whole sample do not hold for one that stops. */
const stoppedDefinition: OutcomesDefinition<StoppedSpec, Stopped.Report> = {
  name: "pass_rate",
  scope: "outcomes",
  stop: stopRule,
  targets: {
    meets_floor: "flag",
    pass_rate: "fraction",
    runs: "count",
    passes: "count",
    enough_runs: "count",
    planned_runs: "count"
  },
  measure: Stopped.measure,
  expect: { meets_floor: atLeast(1) },
  check: Stopped.check,
  describe: Stopped.describe,
  explain: Stopped.explain
}
