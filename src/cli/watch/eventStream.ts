/**
 * Writes events as they happen, for the reporters that follow a run.
 *
 * Events that were not written as they happened, as in a replay, are written in the order of the plan when their suite is
 * judged.
 */
import { dirname, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Semaphore from "effect/Semaphore"
import type { Event } from "../../domain/Event.ts"
import type { Report, SuiteVerdict } from "../../domain/Verdict.ts"
import { inPortions } from "../../layers/platform/inPortions.ts"
import { end, runFinished, runStarted, start, suiteEvents } from "../../report/events.ts"
import { notWritten, type Outlet } from "../outlets.ts"
import { stdout } from "../output.ts"
import type { UsageError } from "../UsageError.ts"
import type { RunObserver } from "./RunObserver.ts"

export interface EventStream extends RunObserver {
  readonly judged: (suite: SuiteVerdict) => Effect.Effect<void>
  /** Writes the events of suites that were not run, and the last one. Fails if anything could not be written. */
  readonly ended: (report: Report) => Effect.Effect<void, UsageError>
}

export const eventStream = Effect.fnUntraced(function* (outlets: ReadonlyArray<Outlet>) {
  const sinks = yield* Effect.forEach(outlets, sinkOf)
  const turn = yield* Semaphore.make(1)
  const written = new Set<string>()
  const suites = new Set<SuiteVerdict>()
  let failure: UsageError | undefined
  const writeAll = (events: () => Iterable<Event>): Effect.Effect<void> =>
    Effect.forEach(sinks, (write) => write(events()), { discard: true }).pipe(
      turn.withPermits(1),
      Effect.catch((error) => Effect.sync(() => void (failure ??= error)))
    )
  const writeNow = (event: Event): Effect.Effect<void> => {
    written.add(keyOf(event))
    return writeAll(() => [event])
  }
  const judged = (suite: SuiteVerdict): Effect.Effect<void> => {
    suites.add(suite)
    return writeAll(() => unwritten(suite, written))
  }
  yield* writeAll(() => [start])
  return {
    started: (suite, cell, index) => writeNow(runStarted(suite, cell, index)),
    finished: (suite, cell, _result, verdict) => writeNow(runFinished(suite, cell, verdict())),
    judged,
    ended: Effect.fnUntraced(function* (report) {
      yield* Effect.forEach(
        report.suites.filter((suite) => !suites.has(suite)),
        judged
      )
      yield* writeAll(() => [end(report)])
      if (failure !== undefined) return yield* failure
    })
  } satisfies EventStream
})

function* unwritten(suite: SuiteVerdict, written: ReadonlySet<string>): Iterable<Event> {
  for (const event of suiteEvents(suite)) if (!written.has(keyOf(event))) yield event
}

/** Only the events of runs are written before their suite is judged. */
const keyOf = (event: Event): string => ("run" in event ? JSON.stringify([event.event, event.cell, event.run]) : "")

type Sink = (events: Iterable<Event>) => Effect.Effect<void, UsageError>

/** Opens a file before anything runs, so that a path that cannot be written costs nothing. */
const sinkOf = Effect.fnUntraced(function* ({ file, reporter }: Outlet) {
  const word = reporter.follow ?? (() => "")
  if (file === undefined) return ((events) => stdout(worded(events, word))) satisfies Sink
  const fs = yield* FileSystem.FileSystem
  const path = resolve(file)
  const opened = yield* fs.makeDirectory(dirname(path), { recursive: true }).pipe(
    Effect.andThen(fs.open(path, { flag: "w" })),
    Effect.mapError((error) => notWritten(file, error))
  )
  const encoder = new TextEncoder()
  const sink: Sink = (events) =>
    Effect.forEach(inPortions(worded(events, word)), (text) => opened.writeAll(encoder.encode(text)), {
      discard: true
    }).pipe(Effect.mapError((error) => notWritten(file, error)))
  return sink
})

function* worded(events: Iterable<Event>, word: (event: Event) => string): Iterable<string> {
  for (const event of events) yield word(event)
}
