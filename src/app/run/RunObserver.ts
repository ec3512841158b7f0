/**
 * Receives the runs of suites as they start and finish, each with its verdict.
 */
import * as Effect from "effect/Effect"
import type { Capabilities } from "../../base/domain/verdict/Metric.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { RunResult } from "../../base/domain/recording/Run.ts"
import type { RunVerdict } from "../../base/domain/verdict/Verdict.ts"
import { judge } from "../../engine/judge/judge.ts"
import { picodollars, soundPrice, usdOf } from "../../base/domain/recording/cost.ts"
import { type PriceOf, Prices } from "../../engine/services/Prices.ts"
import { type Event, type Listener, Progress, type Replayed, type Waiting } from "../../engine/services/Progress.ts"
import { once } from "../../base/std/once.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import type { CompiledSuite } from "../suites/compileSuites.ts"

export interface RunObserver {
  readonly started: (suite: string, cell: Cell, index: number) => Effect.Effect<void>
  readonly finished: (suite: string, cell: Cell, result: RunResult, verdict: () => RunVerdict) => Effect.Effect<void>
  /** A replay reports how many runs it has played instead of single runs. */
  readonly replayed?: Replayed
  /** `usd` is what the run has cost so far; undefined if its price is not known. */
  readonly waiting?: (waiting: Waiting, usd: number | undefined) => void
}

/** Calls the listener of the suite's layers and every observer, one after the other, for each run of the suite. */
export const observed =
  (observers: ReadonlyArray<RunObserver>, suite: CompiledSuite, means: Capabilities) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
    const name = suite.suite.name
    const emit = (event: Event): Effect.Effect<void> => {
      if (event._tag === "RunStarted") {
        return Effect.forEach(observers, (one) => one.started(name, event.cell, event.index), { discard: true })
      }
      const { cell, result } = event
      const verdict = once(() => verdictOf(suite, cell, result, means))
      return Effect.forEach(observers, (one) => one.finished(name, cell, result, verdict), { discard: true })
    }
    const replayed = (own: Listener): Pick<Listener, "replayed"> => {
      const all = [own, ...observers].flatMap((one) => one.replayed ?? [])
      const replayedAll: Replayed = (cell, runs, tokens) => {
        for (const one of all) one(cell, runs, tokens)
      }
      return all.length === 0 ? {} : { replayed: replayedAll }
    }
    const waiting = (own: Listener, priceOf: PriceOf): Pick<Listener, "waiting"> => {
      const all = [own, ...observers].flatMap((one) => one.waiting ?? [])
      const waitingAll = (now: Waiting): void => {
        const usd = usdSoFar(now, priceOf)
        for (const one of all) one(now, usd)
      }
      return all.length === 0 ? {} : { waiting: waitingAll }
    }
    return observers.length === 0
      ? self
      : Effect.flatMap(Effect.all([Progress, Prices]), ([own, priceOf]) =>
          Effect.provideService(self, Progress, {
            emit: (event) => Effect.andThen(own.emit(event), emit(event)),
            ...replayed(own),
            ...waiting(own, priceOf)
          })
        )
  }

const usdSoFar = ({ cell, usage }: Waiting, priceOf: PriceOf): number | undefined => {
  const price = tryCatch(() => soundPrice(priceOf(cell)))
  return price === undefined ? undefined : usdOf(picodollars(price, usage))
}

/** Judges a run by the gates of scope "run"; the others need all runs. */
const verdictOf = (
  { definitions, plan }: CompiledSuite,
  cell: Cell,
  result: RunResult,
  means: Capabilities
): RunVerdict => {
  const ofRun = (definitions.get(cell.id) ?? []).filter(({ scope }) => scope === "run")
  const part: Cell = { ...cell, runs: result.index, gates: cell.gates.filter(({ scope }) => scope === "run") }
  const { cells } = judge({
    plan: { ...plan, cells: [part] },
    definitions: new Map([[cell.id, ofRun]]),
    results: [{ cell: cell.id, runs: [result], issues: [] }],
    means
  })
  const judged = cells[0]?.runs.find(({ index }) => index === result.index)
  const isOpen = judged?.verdict === "none" && judged.issues.every(({ advisory }) => advisory)
  // Gates over all runs are left out here: a run that only they judge is no failure so far.
  if (isOpen && judged.checks.length === 0 && cell.gates.some(({ advisory }) => !advisory)) {
    return { ...judged, verdict: "pass" }
  }
  return judged ?? { index: result.index, verdict: "none", report: {}, checks: [], issues: [] }
}
