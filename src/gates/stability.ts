/**
 * `stability`: no run's weakest dimension falls below the floor, and the runs do not swing.
 */
import type { Expectations } from "../domain/Matcher.ts"
import { type DigestDefinition, digested } from "../domain/Metric.ts"
import type { Sample } from "../dsl/facts.ts"
import { type Gate, gate } from "../dsl/gate.ts"
import { atLeast } from "../dsl/matchers.ts"
import { type AcrossReport, describe, type Digest, digest, explain, measure } from "../metrics/stability.ts"

export const stability = (expect?: Expectations<AcrossReport>): Gate<Sample> =>
  gate("two or more runs")(digested(definition), {}, expect)

const definition: DigestDefinition<{}, AcrossReport, Digest> = {
  name: "stability",
  readsAnswers: false,
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
