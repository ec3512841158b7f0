/**
 * Writes what happens, as it happens, for the reporters that follow along.
 *
 * What was not told while it happened, as in a replay, is told in the order of the plan once a suite is judged.
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
import type { Watcher } from "./Watcher.ts"

export interface EventStream extends Watcher {
  readonly judged: (suite: SuiteVerdict) => Effect.Effect<void>
  /** Tells of suites that were not run, and how it ended. Fails if anything could not be written. */
  readonly ended: (report: Report) => Effect.Effect<void, UsageError>
}

export const eventStream = Effect.fnUntraced(function* (outlets: ReadonlyArray<Outlet>) {
  const sinks = yield* Effect.forEach(outlets, sinkOf)
  const turn = yield* Semaphore.make(1)
  const told = new Set<string>()
  const suites = new Set<SuiteVerdict>()
  let failure: UsageError | undefined
  const tell = (events: () => Iterable<Event>): Effect.Effect<void> =>
    Effect.forEach(sinks, (write) => write(events()), { discard: true }).pipe(
      turn.withPermits(1),
      Effect.catch((error) => Effect.sync(() => void (failure ??= error)))
    )
  const tellNow = (event: Event): Effect.Effect<void> => {
    told.add(keyOf(event))
    return tell(() => [event])
  }
  const judged = (suite: SuiteVerdict): Effect.Effect<void> => {
    suites.add(suite)
    return tell(() => untold(suite, told))
  }
  yield* tell(() => [start])
  return {
    started: (suite, cell, index) => tellNow(runStarted(suite, cell, index)),
    finished: (suite, cell, _result, verdict) => tellNow(runFinished(suite, cell, verdict())),
    judged,
    ended: Effect.fnUntraced(function* (report) {
      yield* Effect.forEach(
        report.suites.filter((suite) => !suites.has(suite)),
        judged
      )
      yield* tell(() => [end(report)])
      if (failure !== undefined) return yield* failure
    })
  } satisfies EventStream
})

function* untold(suite: SuiteVerdict, told: ReadonlySet<string>): Iterable<Event> {
  for (const event of suiteEvents(suite)) if (!told.has(keyOf(event))) yield event
}

/** Only the events of runs are told before their suite is judged. */
const keyOf = (event: Event): string => ("run" in event ? JSON.stringify([event.event, event.cell, event.run]) : "")

type Sink = (events: Iterable<Event>) => Effect.Effect<void, UsageError>

/** A file is opened at once, so that one that cannot be written costs no run. */
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
