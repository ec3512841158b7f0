/**
 * `--coverage` and `--coverage-threshold`: what the runs reach of the servers' catalogues, and whether it is enough.
 */
import * as Effect from "effect/Effect"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { Report } from "../../base/domain/verdict/Verdict.ts"
import { counting } from "./counting.ts"
import { withCoverage } from "../../engine/judge/coverage/withCoverage.ts"
import type { RunCounter } from "../../engine/judge/judgeCell.ts"
import { toRun } from "../../language/plan/compile.ts"
import type { RunFlags } from "../../app/flags/runFlags.ts"
import { compiledIn, type Suites } from "../../app/suites/compileSuites.ts"
import { UsageError } from "../../app/kit/UsageError.ts"

export interface CoverageAsked {
  readonly counter: (cell: Cell) => RunCounter
  /** The report with the coverage of the runs that were counted. */
  readonly covered: (report: Report) => Report
}

/** Fails before anything runs if the threshold can have no verdict. */
export const coverageAsked = Effect.fnUntraced(function* (suites: Suites, flags: RunFlags) {
  const { coverageThreshold: threshold } = flags
  yield* checkThreshold(threshold)
  const { counted, counter } = counting(compiledIn(suites).map(({ plan }) => toRun(plan)))
  if (threshold !== undefined) {
    yield* ofTheWhole(flags)
    if (suites.every((one) => one._tag === "compiled")) {
      yield* needsCatalogue(counted().servers.flatMap(({ tools }) => tools).length)
    }
  }
  return { counter, covered: (report) => withCoverage(report, counted(), threshold) } satisfies CoverageAsked
})

export const checkThreshold = (threshold: number | undefined): Effect.Effect<void, UsageError> =>
  threshold === undefined || (threshold > 0 && threshold <= 1)
    ? Effect.void
    : Effect.fail(
        new UsageError({
          what: `--coverage-threshold is ${threshold}.`,
          hint: "Give it a number above 0 and up to 1: 0.8 is 80 %."
        })
      )

/** A part of the cells reaches a part of the tools, which says nothing about the whole. */
const ofTheWhole = ({ failed, shard }: RunFlags): Effect.Effect<void, UsageError> => {
  if (shard !== undefined) {
    return Effect.fail(
      new UsageError({
        what: "--coverage-threshold is of all shards together, and --shard runs one of them.",
        hint: "Run the shards with --coverage, and give the threshold to passhat merge."
      })
    )
  }
  return failed
    ? Effect.fail(
        new UsageError({
          what: "--coverage-threshold is of all cells, and --failed runs those that were red.",
          hint: "Leave one out."
        })
      )
    : Effect.void
}

/** `count` is how many there are to reach. */
export const needsCatalogue = (count: number): Effect.Effect<void, UsageError> =>
  count > 0
    ? Effect.void
    : Effect.fail(
        new UsageError({
          what: "--coverage-threshold has nothing to measure: no selected agent has a server whose catalogue has schemas.",
          hint: "Write the catalogue with passhat types, and name the server in the agent's servers."
        })
      )
