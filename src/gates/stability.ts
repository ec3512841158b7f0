/**
 * `stability`: the weakest dimension of every run is above a floor, and the runs resemble each other.
 */
import type { Expectations } from "../domain/Matcher.ts"
import { type DigestDefinition, digested } from "../domain/Metric.ts"
import type { Sample } from "../dsl/facts.ts"
import { type Gate, gate } from "../dsl/gate.ts"
import { atLeast } from "../dsl/matchers.ts"
import { type AcrossReport, describe, type Digest, digest, explain, measure } from "../metrics/stability.ts"

/**
 * The weakest dimension of every run is above a floor, and the runs resemble each other. Needs two or more runs.
 *
 * ```ts
 * asks.pipe(runs(5), stability({ score: atLeast(0.7), weakest_score: atLeast(0.5), variance: atMost(0.05) }))
 * ```
 */
export const stability = (expect?: Expectations<AcrossReport>): Gate<Sample> =>
  gate("two or more runs")(digested(definition), {}, expect)

const definition: DigestDefinition<{}, AcrossReport, Digest> = {
  name: "stability",
  targets: {
    score: "fraction",
    weakest_score: "fraction",
    variance: "fraction",
    tool_sequence_similarity: "fraction",
    argument_consistency: "fraction",
    early_divergence: "flag"
  },
  digest,
  measure,
  expect: { weakest_score: atLeast(0.5) },
  describe,
  explain
}
