/**
 * The work of a worker on one unit of a queue: it performs the run, and keeps what came of it on the queue, or in the spool if the
 * database is lost.
 */
import * as Effect from "effect/Effect"
import type { Issue } from "../../base/domain/Issue.ts"
import { issue } from "../../base/domain/issues.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { Spool } from "./store/spool.ts"
import type { Ended, LeasedUnit, Queue, UnitResult } from "../../engine/services/RunQueue.ts"
import { escapeLine } from "../../base/std/escape.ts"
import { stderr } from "../../app/kit/output/output.ts"
import type { PlanBudget } from "./planBudget.ts"
import type { Stage } from "./stage.ts"

/** A plan of the queue that this worker can perform. */
export interface Staged {
  readonly plan: string
  readonly cells: ReadonlyMap<string, Cell>
  readonly stage: Stage
  /** Makes the limits of the plan those of this edition of it. */
  readonly refresh: PlanBudget["refresh"]
}

export interface Worker {
  readonly queue: Queue
  readonly spool: Spool
  readonly staged: ReadonlyArray<Staged>
  readonly name: string
}

/** Notes how the work on a unit ended, and why if it failed. */
export type After = (end: Ended, why: Issue | undefined) => Effect.Effect<unknown>

export const unitWork = Effect.fnUntraced(function* (worker: Worker, unit: LeasedUnit, edition: string, after: After) {
  const { queue, staged } = worker
  const found = staged.find(({ plan }) => plan === unit.plan)
  if (found !== undefined) yield* found.refresh(edition)
  const cell = found?.cells.get(unit.cell)
  const made =
    found === undefined || cell === undefined
      ? { issue: unknownCell(unit) }
      : yield* found.stage.perform(cell, unit.index)
  const why = "issue" in made ? made.issue : made.outcome.status === "completed" ? undefined : made.outcome.issue
  const end: Ended = yield* why === undefined && !("issue" in made)
    ? kept(worker, unit, made)
    : Effect.andThen(said(worker, unit, cell, why!), queue.fail(unit, why!, { final: why!.code === "BUDGET" }))
  yield* after(end, why)
  return end
})

const said = ({ name }: Worker, unit: LeasedUnit, cell: Cell | undefined, why: Issue) => {
  const place = `${cell?.name ?? unit.cell}, run #${unit.index}`
  const where = why.message.startsWith(place) ? "" : `${place}: `
  // A message of several lines could look like one of passhat.
  return stderr(`${escapeLine(`${name}: ${where}${why.message}`)}\n`)
}

/** Uninterruptible: a run that was paid for is kept here or there. What is in the spool comes back to the queue until it is handed in. */
const kept = ({ name, queue, spool }: Worker, unit: LeasedUnit, result: UnitResult) =>
  queue.keep(unit, result).pipe(
    Effect.catchTag("QueueError", (error) =>
      Effect.gen(function* () {
        yield* Effect.catch(spool.add(unit, result), ({ reason }) =>
          stderr(
            `${name}: a run is lost: ${spool.directory} cannot be written (${reason.description ?? reason._tag}).\n`
          )
        )
        return yield* error
      })
    ),
    Effect.uninterruptible
  )

const unknownCell = ({ cell }: LeasedUnit): Issue =>
  issue(
    "INFRASTRUCTURE",
    `${cell} is not a cell of the suites here.`,
    "Start the worker with the suites that were published."
  )
