/**
 * The interpreter: executes the cells and runs of a plan concurrently, and returns what each cell's sink made of its runs, in
 * plan order. Live runs, recordings and replays differ in the layers that it is given, and in nothing else.
 */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { replayRun } from "../agentLoop/replayRun.ts"
import type { Issue } from "../domain/Issue.ts"
import type { Cell, Plan } from "../domain/Plan.ts"
import { tokensOf } from "../domain/tokensOf.ts"
import { Cassettes, type Playback, type RunSink, type Tape } from "../services/Cassettes.ts"
import { Progress } from "../services/Progress.ts"

export interface Options<A> {
  /** How many runs may be under way at once. */
  readonly concurrency: number
  /** Ends the execution early when it completes; the results taken by then are kept. */
  readonly stop: Effect.Effect<void>
  readonly sink: (cell: Cell) => CellSink<A>
}

/** Takes the results of a cell, and makes something of them. */
export interface CellSink<out A> extends RunSink {
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
    const indices = Array.from({ length: work.cell.runs }, (_, at) => at + 1)
    yield* Effect.forEach(indices, (index) => slots.withPermits(1)(executeRun(work, index, opened)), {
      concurrency,
      discard: true
    }).pipe(Effect.andThen(opened.finish), Effect.ensuring(Effect.sync(() => work.issues.push(...opened.issues))))
  }).pipe(Effect.catch((error) => Effect.sync(() => work.issues.push(error.issue))))

/** A recording is played by one call: its runs need no fibers of their own. */
const playBack = Effect.fnUntraced(function* <A>({ cell, issues, sink }: CellWork<A>, { play }: Playback) {
  const { replayed = () => undefined } = yield* Progress
  let [runs, tokens] = [0, 0]
  const counting: RunSink = {
    take: (result) => {
      sink.take(result)
      tokens += tokensOf(result)
      replayed(cell, ++runs, tokens)
    }
  }
  const noticed = yield* Effect.tapError(play(counting), () =>
    Effect.sync(() => {
      sink.clear()
      replayed(cell, 0, 0)
    })
  )
  issues.push(...noticed)
})

const executeRun = Effect.fnUntraced(function* <A>({ cell, sink }: CellWork<A>, index: number, tape: Tape) {
  const progress = yield* Progress
  yield* progress.emit({ _tag: "RunStarted", cell, index })
  const result = yield* resultOf(cell, index, tape)
  sink.take(result)
  yield* progress.emit({ _tag: "RunFinished", cell, result })
})

const resultOf = Effect.fnUntraced(function* (cell: Cell, index: number, tape: Tape) {
  const recorded = tape.recorded(index)
  if (recorded === undefined) return yield* performed(cell, index, tape)
  return "issue" in recorded ? { index, issue: recorded.issue } : replayRun(cell, recorded.run, tape.file)
})

/** Judges what was kept, so a live run and its replay cannot differ. */
const performed = (cell: Cell, index: number, tape: Tape) =>
  Effect.gen(function* () {
    const { perform } = yield* live
    const { run, servers } = yield* perform(cell, index)
    const { issues, reported, run: kept } = yield* tape.keep(run, servers)
    const result = replayRun(cell, kept, tape.file, reported)
    return "trace" in result && issues.length > 0
      ? { ...result, issues: [...(result.issues ?? []), ...issues] }
      : result
  }).pipe(Effect.catch(({ issue }) => Effect.succeed({ index, issue })))

/** Loaded for the first run that is not recorded: a replay needs none of it. */
const live = Effect.promise(() => import("./perform.ts"))
