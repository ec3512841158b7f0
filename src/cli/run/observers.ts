/**
 * Those who follow a run while it goes on: the progress line, and reporters that write events as they happen.
 *
 * A replay from a pipe has none of them, so what they need is loaded only if there is one.
 */
import * as Effect from "effect/Effect"
import type { Capabilities } from "../../domain/Metric.ts"
import type { Plan } from "../../domain/Plan.ts"
import type { Report, SuiteVerdict } from "../../domain/Verdict.ts"
import type { ReporterTarget } from "../output/reporterTargets.ts"
import { terminalAt } from "../output/terminal.ts"
import type { CompiledSuite } from "../suites/compileSuites.ts"
import type { UsageError } from "../UsageError.ts"
import type { RunObserver } from "../watch/RunObserver.ts"
import type { Mode } from "./mode.ts"

export const observers = Effect.fnUntraced(function* (
  mode: Mode,
  plans: ReadonlyArray<Plan>,
  targets: ReadonlyArray<ReporterTarget>,
  isQuiet: boolean,
  means: Capabilities
) {
  const isLive = mode !== "replay"
  const followed = targets.filter(({ reporter }) => reporter.follow !== undefined)
  const isShown = !isQuiet && (isLive || terminalAt(2) !== undefined)
  const stream = followed.length > 0 ? yield* loadedStream(followed) : undefined
  const all: ReadonlyArray<RunObserver> = [
    ...(isShown ? [yield* loadedProgress(plans, isLive)] : []),
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

const loadedStream = Effect.fnUntraced(function* (targets: ReadonlyArray<ReporterTarget>) {
  const { eventStream } = yield* Effect.promise(() => import("../watch/eventStream.ts"))
  return yield* eventStream(targets)
})

const loadedProgress = Effect.fnUntraced(function* (plans: ReadonlyArray<Plan>, isLive: boolean) {
  const { progress } = yield* Effect.promise(() => import("../watch/progress.ts"))
  return yield* progress(plans, isLive)
})

const loadedObserve = Effect.map(
  Effect.promise(() => import("../watch/RunObserver.ts")),
  ({ observed }) => observed
)
