/**
 * Who is told of runs while they go on, with each run's verdict as soon as it can be known.
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
  /** For those who want to know how far a replay is, which tells of no single run. */
  readonly replayed?: Replayed
}

/** What a suite does is told to all of them, one after the other. */
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
    const tellAll: Replayed = (cell, runs, tokens) => {
      for (const tell of replayed) tell(cell, runs, tokens)
    }
    return observers.length === 0
      ? self
      : Effect.provideService(self, Progress, { emit, ...(replayed.length > 0 && { replayed: tellAll }) })
  }

/** Judges a run on the gates that look at each run; the others wait for all of them. */
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
