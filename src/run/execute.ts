/**
 * The interpreter: executes a plan's cells and runs side by side, and gives their results in plan order.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Semaphore from "effect/Semaphore"
import type { Recording } from "../domain/Cassette.ts"
import { type Issue, issue, notice } from "../domain/Issue.ts"
import type { Cell, Plan } from "../domain/Plan.ts"
import type { CellResult, RunResult } from "../domain/Run.ts"
import { Cassettes } from "../services/Cassettes.ts"
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
      Effect.forEach(desks, (desk) => executeCell(desk, slots, concurrency), { concurrency, discard: true }),
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
  const cassettes = yield* Cassettes
  const loaded = yield* Effect.result(cassettes.load(desk.cell))
  if (loaded._tag === "Failure") {
    desk.issues.push(loaded.failure.issue)
    return
  }
  const recording = Option.getOrUndefined(loaded.success)
  if (recording !== undefined) desk.issues.push(...unusedRuns(desk.cell, recording))
  const indices = Array.from({ length: desk.cell.runs }, (_, at) => at + 1)
  yield* Effect.forEach(indices, (index) => slots.withPermits(1)(executeRun(desk, index, recording)), {
    concurrency,
    discard: true
  })
})

const executeRun = Effect.fnUntraced(function* (desk: Desk, index: number, recording: Recording | undefined) {
  const progress = yield* Progress
  yield* progress.emit({ _tag: "RunStarted", cell: desk.cell, index })
  const result =
    recording === undefined ? (yield* perform(desk.cell, index)).result : replayed(desk.cell, index, recording)
  desk.runs.push(result)
  yield* progress.emit({ _tag: "RunFinished", cell: desk.cell, result })
})

const replayed = (cell: Cell, index: number, { file, runs }: Recording): RunResult => {
  const recorded = runs.get(index)
  return recorded === undefined
    ? { index, issue: missingRun(index, file, [...runs.keys()]) }
    : replay(cell, recorded, file)
}

const missingRun = (index: number, file: string, recorded: ReadonlyArray<number>): Issue =>
  issue(
    "MISSING_RUN",
    `${file} has no run ${index}: it holds ${recorded.length === 0 ? "no run" : `run ${recorded.join(", ")}`}.`,
    "Record it with --record=missing, or ask for fewer runs."
  )

const unusedRuns = (cell: Cell, { file, runs }: Recording): ReadonlyArray<Issue> => {
  const unused = [...runs.keys()].filter((index) => index > cell.runs)
  return unused.length === 0
    ? []
    : [
        notice(
          "UNUSED_RECORDING",
          `${file} also holds run ${unused.join(", ")}, which nothing asks for.`,
          `Say runs(${Math.max(...unused)}) to use what is recorded.`
        )
      ]
}
