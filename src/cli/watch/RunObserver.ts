/**
 * Receives the runs of suites as they start and finish, each with its verdict.
 */
import * as Effect from "effect/Effect"
import type { Capabilities } from "../../domain/Metric.ts"
import type { Cell } from "../../domain/Plan.ts"
import type { RunResult } from "../../domain/Run.ts"
import type { RunVerdict } from "../../domain/Verdict.ts"
import { judge } from "../../judge/judge.ts"
import { type Event, Progress, type Replayed } from "../../services/Progress.ts"
import type { CompiledSuite } from "../suites/compileSuites.ts"

export interface RunObserver {
  readonly started: (suite: string, cell: Cell, index: number) => Effect.Effect<void>
  readonly finished: (suite: string, cell: Cell, result: RunResult, verdict: () => RunVerdict) => Effect.Effect<void>
  /** A replay reports how many runs it has played instead of single runs. */
  readonly replayed?: Replayed
}

/** Calls every observer, one after the other, for each run of the suite. */
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
    const replayed = observers.flatMap((one) => one.replayed ?? [])
    const replayedAll: Replayed = (cell, runs, tokens) => {
      for (const one of replayed) one(cell, runs, tokens)
    }
    return observers.length === 0
      ? self
      : Effect.provideService(self, Progress, { emit, ...(replayed.length > 0 && { replayed: replayedAll }) })
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
  return judged ?? { index: result.index, verdict: "none", report: {}, checks: [], issues: [] }
}

const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => (made ??= { value: make() }).value
}
