/**
 * The interpreter: executes a plan's cells and runs side by side, and hands over what came of them in plan order.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Semaphore from "effect/Semaphore"
import type { RecordedRun } from "../domain/Cassette.ts"
import type { Issue } from "../domain/Issue.ts"
import type { Cell, Plan } from "../domain/Plan.ts"
import type { CellResult, RunResult } from "../domain/Run.ts"
import { tokensOf } from "../domain/tokensOf.ts"
import { Cassettes, type Playback, type Tape } from "../services/Cassettes.ts"
import { Progress } from "../services/Progress.ts"
import { replayRun } from "../agentLoop/replayRun.ts"

export interface Options<A> {
  /** How many runs may go on at once. */
  readonly concurrency: number
  /** Ends the execution early when it completes; what was finished by then is kept. */
  readonly stop: Effect.Effect<void>
  /** Where the results of each cell go. */
  readonly desk: (cell: Cell) => Desk<A>
}

/** Takes the results of a cell as they come, in any order, so that an interruption loses none; makes something of them. */
export interface Desk<out A> {
  readonly take: (result: RunResult) => void
  /** Whether it looks at what tools answered, beyond whether they failed. */
  readonly readsAnswers: boolean
  /** Takes in what another desk of the cell took; absent where it cannot. */
  readonly takePart?: (part: unknown) => void
  /** Forgets what it took. */
  readonly clear: () => void
  /** Called once, with what stood in the way of the whole cell and what was noticed on the way. */
  readonly finish: (issues: ReadonlyArray<Issue>) => A
}

export interface Execution<out A> {
  readonly status: "complete" | "interrupted"
  readonly cells: ReadonlyArray<A>
}

export const execute = Effect.fn("execute")(function* <A>(plan: Plan, { concurrency, desk, stop }: Options<A>) {
  const slots = yield* Semaphore.make(concurrency)
  const cells = plan.cells.map((cell): Work<A> => ({ cell, desk: desk(cell), issues: [] }))
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
  return { status, cells: cells.map((work) => work.desk.finish(work.issues)) } satisfies Execution<A>
})

/** Keeps every result: what a program wants that judges nothing. */
export const keepResults = (cell: Cell): Desk<CellResult> => {
  const runs: Array<RunResult> = []
  return {
    readsAnswers: true,
    take: (result) => runs.push(result),
    clear: () => runs.splice(0),
    finish: (issues) => ({ cell: cell.id, runs: runs.toSorted((a, b) => a.index - b.index), issues })
  }
}

interface Work<A> {
  readonly cell: Cell
  readonly desk: Desk<A>
  readonly issues: Array<Issue>
}

const executeCell = Effect.fnUntraced(function* <A>(work: Work<A>, slots: Semaphore.Semaphore, concurrency: number) {
  const opened = yield* Effect.result((yield* Cassettes).open(work.cell))
  if (Result.isFailure(opened)) {
    work.issues.push(opened.failure.issue)
    return
  }
  if ("play" in opened.success) return yield* slots.withPermits(1)(playBack(work, opened.success))
  const tape = opened.success
  work.issues.push(...tape.issues)
  const indices = Array.from({ length: work.cell.runs }, (_, at) => at + 1)
  yield* Effect.forEach(indices, (index) => slots.withPermits(1)(executeRun(work, index, tape)), {
    concurrency,
    discard: true
  })
  const finished = yield* Effect.result(tape.finish)
  if (Result.isFailure(finished)) work.issues.push(finished.failure.issue)
})

/** Nothing waits but the reading, so the runs of a recording need no fiber of their own. */
const playBack = Effect.fnUntraced(function* <A>({ cell, desk, issues }: Work<A>, playback: Playback) {
  const tell = (yield* Progress).replayed
  const counted = counting(desk, tell === undefined ? () => undefined : (runs, tokens) => tell(cell, runs, tokens))
  const played = yield* Effect.result(replayed(cell, counted, playback))
  if (Result.isSuccess(played)) issues.push(...played.success)
  else {
    counted.clear()
    issues.push(played.failure.issue)
  }
})

interface Counting<A> extends Desk<A> {
  /** So many more were taken elsewhere. */
  readonly heard: (runs: number, tokens: number) => void
}

/** A desk that also says how much was taken by now. */
const counting = <A>(desk: Desk<A>, say: (runs: number, tokens: number) => void): Counting<A> => {
  let [runs, tokens] = [0, 0]
  const heard = (moreRuns: number, moreTokens: number): void => {
    runs += moreRuns
    tokens += moreTokens
    say(runs, tokens)
  }
  return {
    ...desk,
    heard,
    take: (result) => {
      desk.take(result)
      heard(1, tokensOf(result))
    },
    clear: () => {
      desk.clear()
      heard(-runs, -tokens)
    }
  }
}

const replayed = Effect.fnUntraced(function* <A>(cell: Cell, desk: Counting<A>, { file, play, recall }: Playback) {
  const { clear, heard, take, takePart } = desk
  const missing = (index: number, issue: Issue): void => take({ index, issue })
  if (!desk.readsAnswers) {
    const recalled = yield* recall({ result: take, missing })
    if (Option.isSome(recalled)) return recalled.value
    clear()
  }
  const run = (recorded: RecordedRun): RunResult => {
    const result = replayRun(cell, recorded, file)
    take(result)
    return result
  }
  return yield* play({ run, missing, ...(takePart !== undefined && { parts: { join: takePart, heard, clear } }) })
})

const executeRun = Effect.fnUntraced(function* <A>({ cell, desk }: Work<A>, index: number, tape: Tape) {
  const progress = yield* Progress
  yield* progress.emit({ _tag: "RunStarted", cell, index })
  const result = yield* Result.match(tape.recorded(index), {
    onFailure: (issue) => Effect.succeed<RunResult>({ index, issue }),
    onSuccess: Option.match({
      onNone: () => performed(cell, index, tape),
      onSome: (run) => Effect.succeed(replayRun(cell, run, tape.file))
    })
  })
  desk.take(result)
  yield* progress.emit({ _tag: "RunFinished", cell, result })
})

/** What is judged is what was kept, so a live run and its replay cannot differ. */
const performed = Effect.fnUntraced(function* (cell: Cell, index: number, tape: Tape) {
  const { perform } = yield* live
  const { run, servers } = yield* perform(cell, index)
  const kept = yield* Effect.result(tape.keep(run, servers))
  if (Result.isFailure(kept)) return { index, issue: kept.failure.issue } satisfies RunResult
  const result = replayRun(cell, kept.success.run, tape.file)
  return "trace" in result && kept.success.issues.length > 0 ? { ...result, issues: kept.success.issues } : result
})

/** Loaded for the first run that is not recorded: a replay needs none of it. */
const live = Effect.promise(() => import("./perform.ts"))
