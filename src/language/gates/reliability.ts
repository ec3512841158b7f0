/**
 * `reliability`: pass@k, pass^k and related numbers over the passes and fails of the runs.
 *
 * A cell with this gate does not fail because a run failed: the numbers decide.
 */
import type { Expectations, MatcherData } from "../../base/domain/matching/Matcher.ts"
import { phrase } from "../../base/domain/matching/matchers.ts"
import type { OutcomesDefinition, Unit } from "../../base/domain/verdict/Metric.ts"
import { expectations, gate, gateFrom, type OutcomesGate } from "../dsl/gate.ts"
import { atLeast } from "../dsl/matchers.ts"
import { match } from "../metrics/match.ts"
import * as Reliability from "../metrics/reliability.ts"

/** The report, with `unbiased_pass_at_<k>` and `unbiased_pass_hat_<k>` for each k in the expectations. */
export type Report = Reliability.Report & Reliability.Unbiased

/**
 * Decides by pass@k, pass^k and related numbers over the runs, instead of by each run.
 *
 * ```ts
 * asks.pipe(
 *   runs(10),
 *   expect("tool_results[0].is_error", equals(false)),
 *   reliability({ passhat_k: atLeast(90), unbiased_pass_hat_5: atLeast(0.5) })
 * )
 * ```
 */
export const reliability = (expect: Expectations<Report> = {}): OutcomesGate<never> =>
  gateFrom("reliability", expectations(expect, "expect"), () => {
    const ks = Object.keys(expect).flatMap((target) => unbiasedK.exec(target)?.[1] ?? [])
    return gate(
      definition(ks, expect.runs as MatcherData | undefined),
      { ks: [...new Set(ks.map(Number))] },
      expect
    ) as OutcomesGate<never>
  })

interface Spec {
  readonly ks: ReadonlyArray<number>
}

const unbiasedK = /^unbiased_pass_(?:at|hat)_(\d+)$/

const definition = (ks: ReadonlyArray<string>, runs: MatcherData | undefined): OutcomesDefinition<Spec, Report> => ({
  name: "reliability",
  scope: "outcomes",
  targets: {
    ...targets,
    ...Object.fromEntries(
      ks.flatMap((k): ReadonlyArray<readonly [string, Unit]> => [
        [`unbiased_pass_at_${k}`, "fraction"],
        [`unbiased_pass_hat_${k}`, "fraction"]
      ])
    )
  },
  measure: (outcomes, spec) => ({ ...Reliability.measure(outcomes), ...Reliability.unbiased(outcomes, spec.ks) }),
  expect: { passhat_k: atLeast(100) },
  check: (spec, offered) => [
    ...spec.ks.filter((k) => k < 1).map((k) => `pass^${k} asks for ${k} runs, expected 1 or more`),
    // How many runs a cell has is known before any of them. One that stops early has fewer.
    ...(runs !== undefined && offered.stopsEarly !== true && match(runs, offered.runs).passed
      ? [`runs is to be ${phrase(runs)}, and the agent is run ${offered.runs} times: that checks nothing`]
      : [])
  ],
  describe: (report, spec, outcomes) => Reliability.describe(report, outcomes, Reliability.unbiased(outcomes, spec.ks)),
  explain: (outcomes, _, report) => {
    const failed = outcomes.flatMap((outcome, at) => (outcome === "fail" ? [{ run: at + 1, reason: "it failed" }] : []))
    return Object.fromEntries(
      Object.keys(report).map((target) => [target, ORDERED.has(target) ? [byNumber, ...failed] : failed])
    )
  }
})

/** The targets that depend on the order of the runs. */
const ORDERED: ReadonlySet<string> = new Set(["graceful_degradation", "decay_curve"])

const byNumber = { reason: "runs count by their numbers, which is not their order in time if they run concurrently" }

const targets = {
  runs: "count",
  pass_at_k: "percent",
  passhat_k: "percent",
  variance_amplification: "percent",
  graceful_degradation: "percent",
  decay_curve: "value"
} as const
