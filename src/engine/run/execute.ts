/**
 * The interpreter: executes the cells and runs of a plan concurrently, and returns what each cell's sink made of its runs, in
 * plan order. Live runs, recordings and replays differ in the layers that it is given, and in nothing else.
 */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { replayRun } from "../agentLoop/replayRun.ts"
import type { Ending, RecordedRun } from "../../base/domain/recording/Cassette.ts"
import type { Issue } from "../../base/domain/Issue.ts"
import type { JudgeQuestion } from "../../base/domain/plan/juries.ts"
import type { Cell, Plan } from "../../base/domain/plan/Plan.ts"
import type { RunResult } from "../../base/domain/recording/Run.ts"
import { tokensOf } from "../../base/domain/recording/tokensOf.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import { Cassettes, type Playback, type RunSink, type Tape } from "../services/Cassettes.ts"
import { issueOf } from "../services/Infrastructure.ts"
import { type Event, Progress } from "../services/Progress.ts"
import { once } from "../../base/std/once.ts"

export interface Options<A> {
  /** How many runs may be under way at once. */
  readonly concurrency: number
  /** Ends the execution early when it completes; the results taken by then are kept. */
  readonly stop: Effect.Effect<void>
  readonly sink: (cell: Cell) => CellSink<A>
}

/** Takes the results of a cell, and makes something of them. */
export interface CellSink<out A> extends RunSink {
  /** What judges are asked about a run. Absent: nothing. */
  readonly questions?: (trace: Trace) => ReadonlyArray<JudgeQuestion>
  /** Forgets every result. */
  readonly clear: () => void
  /** Called once, with the issues of the cell as a whole. */
  readonly finish: (issues: ReadonlyArray<Issue>) => A
}

export interface Execution<out A> {
  readonly status: "complete" | "interrupted"
  readonly cells: ReadonlyArray<A>
}

export const execute = Effect.fnUntraced(function* <A>(plan: Plan, { concurrency, sink, stop }: Options<A>) {
  const slots = yield* Semaphore.make(concurrency)
  const cells = plan.cells.map((cell): CellWork<A> => ({ cell, sink: sink(cell), issues: [] }))
  const status = yield* Effect.raceFirst(
    Effect.as(
      Effect.forEach(cells, (work) => Effect.scoped(executeCell(work, slots, concurrency)), {
        concurrency,
        discard: true
      }),
      "complete" as const
    ),
    Effect.as(stop, "interrupted" as const)
  )
  return { status, cells: cells.map((work) => work.sink.finish(work.issues)) } satisfies Execution<A>
})

interface CellWork<A> {
  readonly cell: Cell
  readonly sink: CellSink<A>
  readonly issues: Array<Issue>
}

const executeCell = <A>(work: CellWork<A>, slots: Semaphore.Semaphore, concurrency: number) =>
  Effect.gen(function* () {
    const opened = yield* (yield* Cassettes).open(work.cell)
    if ("play" in opened) return yield* slots.withPermits(1)(playBack(work, opened))
    const ending = (): Ending => work.sink.ending?.() ?? {}
    const indices = Array.from({ length: work.cell.runs }, (_, at) => at + 1)
    // What is recorded comes first, and one after the other: it may decide the cell, so that nothing is performed. Judges take longer.
    const known = indices.filter((index) => opened.recorded(index) !== undefined)
    const unknown = indices.filter((index) => opened.recorded(index) === undefined)
    const unlessStopped = (index: number) =>
      slots.withPermits(1)(
        Effect.suspend(() => (ending().stopped === undefined ? executeRun(work, index, opened) : Effect.void))
      )
    const atOnce = opened.judgesRecorded === true ? concurrency : 1
    yield* Effect.forEach(known, unlessStopped, { concurrency: atOnce, discard: true }).pipe(
      Effect.andThen(Effect.forEach(unknown, unlessStopped, { concurrency, discard: true })),
      Effect.andThen(Effect.suspend(() => opened.finish(ending()))),
      Effect.andThen(Effect.sync(() => ending().stopped === undefined && leaveOut(work, opened))),
      Effect.ensuring(
        Effect.sync(() => {
          work.issues.push(...opened.issues)
          const time = opened.recordedAt?.()
          if (time !== undefined) work.sink.recordedAt?.(time)
        })
      )
    )
  }).pipe(
    Effect.catchDefect((defect) => thrown(work.cell.name, defect)),
    Effect.catch((error) => Effect.sync(() => work.issues.push(issueOf(error))))
  )

const leaveOut = <A>({ cell, issues, sink }: CellWork<A>, { file, leftOut }: Tape): void => {
  for (const run of leftOut?.runs ?? []) sink.leaveOut?.(replayRun(cell, run, file))
  issues.push(...(leftOut?.issues(sink.failsLeftOut?.()) ?? []))
}

/** A recording is played by one call: its runs need no fibers of their own. */
const playBack = Effect.fnUntraced(function* <A>({ cell, issues, sink }: CellWork<A>, { file, play }: Playback) {
  const { replayed = () => undefined } = yield* Progress
  let [runs, tokens] = [0, 0]
  const taken = new Uint8Array(cell.runs + 1).fill(1, 0, 1)
  const strange = new Set<number>()
  const counting: RunSink = {
    ...(sink.ending !== undefined && { ending: sink.ending }),
    ...(sink.recordedAt !== undefined && { recordedAt: sink.recordedAt }),
    ...(sink.leaveOut !== undefined && { leaveOut: sink.leaveOut }),
    ...(sink.failsLeftOut !== undefined && { failsLeftOut: sink.failsLeftOut }),
    take: (result) => {
      if (taken[result.index] !== 0) return void strange.add(result.index)
      taken[result.index] = 1
      sink.take(result)
      tokens += tokensOf(result)
      replayed(cell, ++runs, tokens)
    }
  }
  const noticed = yield* play(counting).pipe(
    Effect.catchDefect((defect) => thrown(cell.name, defect)),
    Effect.tap(() => (strange.size > 0 ? unexpectedRun(cell, file, strange) : Effect.void)),
    Effect.tapError(() =>
      Effect.sync(() => {
        sink.clear()
        replayed(cell, 0, 0)
      })
    )
  )
  issues.push(...noticed)
})

const executeRun = Effect.fnUntraced(function* <A>({ cell, sink }: CellWork<A>, index: number, tape: Tape) {
  yield* emit({ _tag: "RunStarted", cell, index })
  const result = yield* Effect.catch(resultOf(cell, index, tape, sink.questions), (error) =>
    Effect.succeed({ index, issue: issueOf(error) })
  )
  sink.take(result)
  yield* emit({ _tag: "RunFinished", cell, result })
})

/** A listener that throws changes no verdict. */
const emit = (event: Event) =>
  Effect.flatMap(Progress, (progress) => Effect.catchDefect(progress.emit(event), () => Effect.void))

export type Questions = CellSink<unknown>["questions"]

const resultOf = Effect.fnUntraced(function* (cell: Cell, index: number, tape: Tape, questions: Questions) {
  const recorded = tape.recorded(index)
  if (recorded === undefined) return yield* performed(cell, index, tape, questions)
  if ("issue" in recorded) return { index, issue: recorded.issue }
  const { run } = recorded
  if (run.index !== index) return yield* unexpectedRun(cell, tape.file, [run.index])
  const result = replayRun(cell, run, tape.file)
  return tape.judgesRecorded === true ? yield* judged(cell, run, result, tape, questions) : result
})

/** What judges say is added to a run that is kept already: whatever becomes of them, the run and its verdict stay. */
const judged = Effect.fnUntraced(function* (
  cell: Cell,
  run: RecordedRun,
  result: RunResult,
  { keepJudged }: Tape,
  questions: Questions
) {
  if (questions === undefined || keepJudged === undefined || !("trace" in result)) return result
  const { withJudges } = yield* judges
  return yield* withJudges({ cell, run, result, questions: questions(result.trace), keepJudged })
})

/** Performs one run for real. Judges what was kept, so a live run and its replay cannot differ. */
export const performed = (cell: Cell, index: number, tape: Tape, questions: Questions) =>
  Effect.gen(function* () {
    const { perform } = yield* live
    const { media, run, servers } = yield* perform(cell, index, tape.underWay)
    const { issues, reported, run: kept } = yield* tape.keep(run, servers, media)
    if (kept.index !== index) return yield* unexpectedRun(cell, tape.file, [kept.index])
    const result = yield* judged(cell, kept, replayRun(cell, kept, tape.file, reported), tape, questions)
    return "trace" in result && issues.length > 0
      ? { ...result, issues: [...(result.issues ?? []), ...issues] }
      : result
  }).pipe(Effect.catchDefect((defect) => thrown(`${cell.name}, run #${index}`, defect)))

/** Loaded for the first run that is not recorded: a replay needs none of it. */
const live = Effect.promise(once(() => import("./perform.ts")))

const judges = Effect.promise(once(() => import("./askJudges.ts")))

const layerErrors = Effect.promise(() => import("./layerErrors.ts"))

const thrown = (place: string, defect: unknown) =>
  Effect.flatMap(layerErrors, ({ thrownError }) => Effect.fail(thrownError(place, defect)))

const unexpectedRun = (cell: Cell, file: string, indices: Iterable<number>) =>
  Effect.flatMap(layerErrors, ({ strangeRuns }) => Effect.fail(strangeRuns(cell, file, indices)))
