/**
 * Writes events as they happen, for the reporters that follow a run.
 *
 * Events that were not written as they happened, as in a replay, are written in the order of the plan when their suite is
 * judged.
 */
import { openSync } from "node:fs"
import { dirname, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { Event } from "../../base/domain/verdict/Event.ts"
import type { Report, SuiteVerdict } from "../../base/domain/verdict/Verdict.ts"
import { inPortions } from "../../engine/layers/platform/inPortions.ts"
import { makeFolder, writeBytes } from "../../engine/layers/platform/writeWhole.ts"
import { end, runFinished, runStarted, start, suiteEvents } from "../../edges/report/events.ts"
import { type ReporterTarget, tryWriting } from "./reporterTargets.ts"
import { stdout } from "../kit/output/output.ts"
import type { UsageError } from "../kit/UsageError.ts"
import type { RunObserver } from "./RunObserver.ts"

export interface EventStream extends RunObserver {
  readonly judged: (suite: SuiteVerdict) => Effect.Effect<void>
  /** Writes the events of suites that were not run, and the last one. Fails if anything could not be written. */
  readonly ended: (report: Report) => Effect.Effect<void, UsageError>
}

export const eventStream = Effect.fnUntraced(function* (targets: ReadonlyArray<ReporterTarget>) {
  const writers = yield* Effect.forEach(targets, writerOf)
  const turn = yield* Semaphore.make(1)
  const written = new Set<string>()
  const suites = new Set<SuiteVerdict>()
  let failure: UsageError | undefined
  const writeEvents = (events: () => Iterable<Event>): Effect.Effect<void> =>
    Effect.forEach(writers, (write) => write(events()), { discard: true }).pipe(
      turn.withPermits(1),
      Effect.catch((error) => Effect.sync(() => void (failure ??= error)))
    )
  const writeNow = (event: Event): Effect.Effect<void> => {
    written.add(keyOf(event))
    return writeEvents(() => [event])
  }
  const judged = (suite: SuiteVerdict): Effect.Effect<void> => {
    suites.add(suite)
    return writeEvents(() => unwritten(suite, written))
  }
  yield* writeEvents(() => [start])
  return {
    started: (suite, cell, index) => writeNow(runStarted(suite, cell, index)),
    finished: (suite, cell, _result, verdict) => writeNow(runFinished(suite, cell, verdict())),
    judged,
    ended: Effect.fnUntraced(function* (report) {
      yield* Effect.forEach(
        report.suites.filter((suite) => !suites.has(suite)),
        judged
      )
      yield* writeEvents(() => [end(report)])
      if (failure !== undefined) return yield* failure
    })
  } satisfies EventStream
})

function* unwritten(suite: SuiteVerdict, written: ReadonlySet<string>): Iterable<Event> {
  for (const event of suiteEvents(suite)) if (!written.has(keyOf(event))) yield event
}

/** Only the events of runs are written before their suite is judged. */
const keyOf = (event: Event): string => ("run" in event ? JSON.stringify([event.event, event.cell, event.run]) : "")

type Write = (events: Iterable<Event>) => Effect.Effect<void, UsageError>

/** Opens a file at once, so that one that cannot be written costs no run. */
const writerOf = Effect.fnUntraced(function* ({ file, reporter }: ReporterTarget) {
  const { follow = () => "" } = reporter
  const write: Write = (events) => stdout(lines(events, follow))
  if (file === undefined) return write
  const path = resolve(file)
  const opened = yield* tryWriting(file, () => {
    makeFolder(dirname(path))
    return openSync(path, "w")
  })
  const writeFile: Write = (events) =>
    tryWriting(file, () => {
      const encoder = new TextEncoder()
      for (const text of inPortions(lines(events, follow))) writeBytes(opened, encoder.encode(text))
    })
  return writeFile
})

function* lines(events: Iterable<Event>, follow: (event: Event) => string): Iterable<string> {
  for (const event of events) yield follow(event)
}
