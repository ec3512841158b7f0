/**
 * `latency`: how long runs may take, by percentiles of the times that were recorded with them.
 *
 * A cell with a run that was not timed has no verdict.
 */
import type * as Duration from "effect/Duration"
import { type DigestDefinition, digested } from "../../base/domain/verdict/Metric.ts"
import { type Gate, gate, gateFrom } from "../dsl/gate.ts"
import { type OptionNames, withOptions } from "../dsl/gateOptions.ts"
import { atMost } from "../dsl/matchers.ts"
import { millis } from "../dsl/millis.ts"
import { describe, explain, measure, type Percentile, PERCENTILES, type Report } from "../metrics/latency.ts"
import { fields } from "../../base/std/kinds.ts"

/** The longest time of a percentile: half of the runs, 90, 95 or 99 % of them, or all. */
export type LatencyOptions = { readonly [P in Percentile]?: Duration.Input }

/**
 * Runs may take no longer, by the times that were recorded: how long each waited for its model and its tools.
 *
 * ```ts
 * asks.pipe(runs(20), latency({ p50: "3 seconds", p95: "8 seconds" }))
 * ```
 */
export const latency = (limits: LatencyOptions): Gate<never> =>
  gateFrom("latency", limitsKind(limits, "what it is given"), () => {
    const given = (Object.keys(PERCENTILES) as ReadonlyArray<Percentile>).flatMap((percentile) => {
      const limit = limits[percentile]
      return limit === undefined ? [] : [[percentile, millis(limit)] as const]
    })
    const expected = Object.fromEntries(given.map(([percentile, ms]) => [`${percentile}_ms`, atMost(ms)]))
    return withOptions(limits, names, gate(digested(definition), { limits_ms: Object.fromEntries(given) }, expected))
  })

/** Durations are read by `millis`, and the plan refuses what is none. */
const limitsKind = fields({})

const names: OptionNames<LatencyOptions> = { p50: true, p90: true, p95: true, p99: true, max: true }

interface Spec {
  readonly limits_ms: { readonly [percentile: string]: number }
}

const definition: DigestDefinition<Spec, Report, number | undefined> = {
  name: "latency",
  targets: {
    p50_ms: "milliseconds",
    p90_ms: "milliseconds",
    p95_ms: "milliseconds",
    p99_ms: "milliseconds",
    max_ms: "milliseconds"
  },
  digest: ({ clock }) => clock.recorded_ms,
  measure,
  expect: {},
  check: ({ limits_ms }) => {
    const limits = Object.entries(limits_ms)
    return limits.length === 0
      ? ["it has no limit, such as p95"]
      : limits.flatMap(([name, ms]) => (ms > 0 && Number.isFinite(ms) ? [] : [`${name} is not a duration`]))
  },
  explain: (times) => {
    const found = explain(times)
    return { p50_ms: found, p90_ms: found, p95_ms: found, p99_ms: found, max_ms: found }
  },
  describe
}
