/**
 * Those who follow a run while it goes on: the progress line, and reporters that write events as they happen.
 *
 * A replay from a pipe has none of them, so what they need is loaded only if there is one.
 */
import * as Effect from "effect/Effect"
import type { Capabilities } from "../../base/domain/verdict/Metric.ts"
import type { Plan } from "../../base/domain/plan/Plan.ts"
import type { Report, SuiteVerdict } from "../../base/domain/verdict/Verdict.ts"
import { isReplay, type LiveParts } from "../../engine/services/LiveParts.ts"
import type { ReporterTarget } from "./reporterTargets.ts"
import { terminalAt } from "../kit/output/terminal.ts"
import type { CompiledSuite } from "../suites/compileSuites.ts"
import type { UsageError } from "../kit/UsageError.ts"
import type { RunObserver } from "./RunObserver.ts"
import { lazily } from "../kit/lazily.ts"

export const observers = Effect.fnUntraced(function* (
  parts: LiveParts,
  plans: ReadonlyArray<Plan>,
  targets: ReadonlyArray<ReporterTarget>,
  isQuiet: boolean,
  means: Capabilities
) {
  const isLive = !isReplay(parts)
  const followed = targets.filter(({ reporter }) => reporter.follow !== undefined)
  const isShown = !isQuiet && (isLive || terminalAt(2) !== undefined)
  const stream = followed.length > 0 ? yield* eventStream(followed) : undefined
  const all: ReadonlyArray<RunObserver> = [
    ...(isShown ? [yield* progress(plans, isLive)] : []),
    // A replay is over before its runs could be followed one by one.
    ...(isLive && stream !== undefined ? [stream] : [])
  ]
  const observe = all.length > 0 ? yield* loadedObserve : undefined
  return {
    /** Tells the observers of the runs of a suite. */
    observed:
      (suite: CompiledSuite) =>
      <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        observe === undefined ? self : observe(all, suite, means)(self),
    suiteJudged: (verdict: SuiteVerdict): Effect.Effect<void> => stream?.judged(verdict) ?? Effect.void,
    /** Fails if events could not be written. */
    ended: (report: Report): Effect.Effect<void, UsageError> => stream?.ended(report) ?? Effect.void
  }
})

const eventStream = lazily(() => import("./eventStream.ts"), "eventStream")

const progress = lazily(() => import("./progress.ts"), "progress")

const loadedObserve = Effect.map(
  Effect.promise(() => import("./RunObserver.ts")),
  ({ observed }) => observed
)
