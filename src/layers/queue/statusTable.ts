/**
 * What waits, runs, is kept and has failed, by the tables of a queue: a unit runs while its lease is renewed.
 */
import * as Effect from "effect/Effect"
import type { Issue } from "../../domain/Issue.ts"
import { type CellStatus, type FailedUnit, MOST_LISTED, type Queue, type RunningUnit } from "../../services/RunQueue.ts"
import type { Database } from "./database.ts"
import { DEAD, LEASED } from "./runTable.ts"
import { unexplained } from "./unexplained.ts"

export const statusTable = ({ query }: Database, plans: Queue["plans"]): Pick<Queue, "counts" | "status"> => ({
  counts: (plan) =>
    Effect.map(query<Counts>(COUNTS, [plan]), (rows) => {
      const { failed, kept, running, waiting } = rows.map(numbers).reduce(together, NONE)
      return { failed, kept, running, waiting }
    }),
  status: Effect.fnUntraced(function* (plan) {
    const counts = new Map((yield* query<Counts>(COUNTS, [plan])).map((row) => [row.cell, numbers(row)]))
    const published = (yield* plans).find(({ fingerprint }) => fingerprint === plan)
    const running = yield* query<RunningUnit>(RUNNING, [plan, MOST_LISTED])
    const failed = yield* query<Failed>(FAILED, [plan, MOST_LISTED])
    return {
      cells: (published?.cells ?? []).flatMap(({ id }) => counts.get(id) ?? []),
      running: running.map((unit) => ({ ...unit, ms: Number(unit.ms) })),
      failed: failed.map((unit) => ({ ...unit, issue: issueOf(unit.issue) }))
    }
  })
})

type Counts = { readonly [key in keyof CellStatus]: string }

interface Failed extends Omit<FailedUnit, "issue"> {
  readonly issue: string | null
}

const issueOf = (text: string | null): Issue => (text === null ? unexplained : (JSON.parse(text) as Issue))

const NONE: CellStatus = { cell: "", waiting: 0, running: 0, kept: 0, failed: 0 }

const numbers = ({ cell, failed, kept, running, waiting }: Counts): CellStatus => ({
  cell,
  waiting: Number(waiting),
  running: Number(running),
  kept: Number(kept),
  failed: Number(failed)
})

const together = (one: CellStatus, other: CellStatus): CellStatus => ({
  cell: "",
  waiting: one.waiting + other.waiting,
  running: one.running + other.running,
  kept: one.kept + other.kept,
  failed: one.failed + other.failed
})

const OPEN =
  "runs r LEFT JOIN queue q ON q.id = r.unit AND q.queue_name = r.plan WHERE r.plan = $1 AND r.kept_at IS NULL"

const IS_RUNNING = `q.state = 'pending' AND q.acquired_at IS NOT NULL AND ${LEASED}`

/** Those that are kept are counted alone: most are, and need no look at the queue. */
const COUNTS = `SELECT cell, sum(kept) AS kept, sum(failed) AS failed, sum(running) AS running,
  sum(units) - sum(kept) - sum(failed) - sum(running) AS waiting FROM (
  SELECT cell, count(*) AS units, count(kept_at) AS kept, 0 AS failed, 0 AS running FROM runs WHERE plan = $1 GROUP BY cell
  UNION ALL
  SELECT cell, 0, 0, count(*) FILTER (WHERE ${DEAD}), count(*) FILTER (WHERE NOT ${DEAD} AND ${IS_RUNNING}) FROM ${OPEN} GROUP BY cell
) AS c GROUP BY cell`

const RUNNING = `SELECT r.plan, r.cell, r.index, r.generation, q.attempts AS attempt, r.worker,
  greatest(0, extract(epoch FROM clock_timestamp() - coalesce(r.started_at, clock_timestamp())) * 1000)::bigint AS ms
FROM ${OPEN} AND ${IS_RUNNING} ORDER BY ms DESC, r.cell, r.index LIMIT $2`

const FAILED = `SELECT r.plan, r.cell, r.index, r.generation, coalesce(q.attempts, r.attempt) AS attempt, r.worker, r.issue
FROM ${OPEN} AND ${DEAD} ORDER BY r.cell, r.index LIMIT $2`
