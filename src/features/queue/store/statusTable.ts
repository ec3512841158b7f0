/**
 * What waits, runs, is kept and has failed, by the tables of a queue: a unit runs while its lease is renewed.
 */
import * as Effect from "effect/Effect"
import type { Issue } from "../../../base/domain/Issue.ts"
import {
  type CellStatus,
  type FailedUnit,
  MOST_LISTED,
  type Queue,
  type RunningUnit
} from "../../../engine/services/RunQueue.ts"
import { isObject } from "../../../base/std/Json.ts"
import { tryCatch } from "../../../base/std/tryCatch.ts"
import type { Database } from "./database.ts"
import { DEAD, LEASED } from "./runStatements.ts"
import { unexplained } from "./queueError.ts"

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

/** What is no issue of a worker explains nothing. */
const issueOf = (text: string | null): Issue => {
  const json = text === null ? undefined : tryCatch((): unknown => JSON.parse(text))
  return isObject(json) && [json["code"], json["message"], json["hint"]].every((part) => typeof part === "string")
    ? (json as unknown as Issue)
    : unexplained
}

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

const RUNS = `SELECT q.id::text FROM queue q WHERE q.queue_name = $1 AND q.state = 'pending' AND q.acquired_at IS NOT NULL AND ${LEASED}`

const COUNTS = `SELECT cell, kept, failed, running, units - kept - failed - running AS waiting FROM (
  SELECT r.cell, count(*) AS units, count(r.kept_at) AS kept, count(*) FILTER (WHERE ${DEAD}) AS failed,
    count(*) FILTER (WHERE r.kept_at IS NULL AND r.unit IN (${RUNS})) AS running
  FROM runs r WHERE r.plan = $1 GROUP BY r.cell
) AS c`

const RUNNING = `SELECT r.plan, r.cell, r.index, r.generation, r.attempt, r.worker,
  greatest(0, extract(epoch FROM clock_timestamp() - coalesce(r.started_at, clock_timestamp())) * 1000)::bigint AS ms
FROM runs r WHERE r.plan = $1 AND r.kept_at IS NULL AND r.unit IN (${RUNS}) ORDER BY ms DESC, r.cell, r.index LIMIT $2`

const FAILED = `SELECT r.plan, r.cell, r.index, r.generation, r.attempt, r.worker, r.issue
FROM runs r WHERE r.plan = $1 AND ${DEAD} ORDER BY r.cell, r.index LIMIT $2`
