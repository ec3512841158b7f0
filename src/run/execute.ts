/**
 * The interpreter: executes a plan's cells and runs side by side, and gives their results in plan order.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Semaphore from "effect/Semaphore"
import type { Issue } from "../domain/Issue.ts"
import type { Cell, Plan } from "../domain/Plan.ts"
import type { CellResult, RunResult } from "../domain/Run.ts"
import { Cassettes, type Tape } from "../services/Cassettes.ts"
import { Progress } from "../services/Progress.ts"
import { perform } from "./perform.ts"
import { replay } from "./replay.ts"

export interface Options {
  /** How many runs may go on at once. */
  readonly concurrency: number
  /** Ends the execution early when it completes; what was finished by then is kept. */
  readonly stop: Effect.Effect<void>
}

export interface Execution {
  readonly status: "complete" | "interrupted"
  readonly cells: ReadonlyArray<CellResult>
}

export const execute = Effect.fn("execute")(function* (plan: Plan, { concurrency, stop }: Options) {
  const slots = yield* Semaphore.make(concurrency)
  const desks = plan.cells.map((cell): Desk => ({ cell, runs: [], issues: [] }))
  const status = yield* Effect.raceFirst(
    Effect.as(
      Effect.forEach(desks, (desk) => Effect.scoped(executeCell(desk, slots, concurrency)), {
        concurrency,
        discard: true
      }),
      "complete" as const
    ),
    Effect.as(stop, "interrupted" as const)
  )
  return { status, cells: desks.map(cleared) } satisfies Execution
})

/** Where the results of a cell are put as they come, so that an interruption loses none. */
interface Desk {
  readonly cell: Cell
  readonly runs: Array<RunResult>
  readonly issues: Array<Issue>
}

const cleared = ({ cell, issues, runs }: Desk): CellResult => ({
  cell: cell.id,
  runs: runs.toSorted((a, b) => a.index - b.index),
  issues
})

const executeCell = Effect.fnUntraced(function* (desk: Desk, slots: Semaphore.Semaphore, concurrency: number) {
  const opened = yield* Effect.result((yield* Cassettes).open(desk.cell))
  if (Result.isFailure(opened)) {
    desk.issues.push(opened.failure.issue)
    return
  }
  const tape = opened.success
  desk.issues.push(...tape.issues)
  const indices = Array.from({ length: desk.cell.runs }, (_, at) => at + 1)
  yield* Effect.forEach(indices, (index) => slots.withPermits(1)(executeRun(desk, index, tape)), {
    concurrency,
    discard: true
  })
  const finished = yield* Effect.result(tape.finish)
  if (Result.isFailure(finished)) desk.issues.push(finished.failure.issue)
})

const executeRun = Effect.fnUntraced(function* (desk: Desk, index: number, tape: Tape) {
  const progress = yield* Progress
  yield* progress.emit({ _tag: "RunStarted", cell: desk.cell, index })
  const result = yield* Result.match(tape.recorded(index), {
    onFailure: (issue) => Effect.succeed<RunResult>({ index, issue }),
    onSuccess: Option.match({
      onNone: () => performed(desk.cell, index, tape),
      onSome: (run) => Effect.succeed(replay(desk.cell, run, tape.file))
    })
  })
  desk.runs.push(result)
  yield* progress.emit({ _tag: "RunFinished", cell: desk.cell, result })
})

/** What is judged is what was kept, so a live run and its replay cannot differ. */
const performed = Effect.fnUntraced(function* (cell: Cell, index: number, tape: Tape) {
  const { run, servers } = yield* perform(cell, index)
  const kept = yield* Effect.result(tape.keep(run, servers))
  if (Result.isFailure(kept)) return { index, issue: kept.failure.issue } satisfies RunResult
  const result = replay(cell, kept.success.run, tape.file)
  return "trace" in result && kept.success.issues.length > 0 ? { ...result, issues: kept.success.issues } : result
})
