/**
 * The statements of `runStore.ts`. Each is one round trip, and changes all of its tables or none.
 */
import * as Schema from "effect/Schema"
import { LEASE_MS, type LeasedUnit, MOST_ATTEMPTS, type Unit } from "../../../engine/services/RunQueue.ts"
import { sha256 } from "../../../base/std/sha256.ts"

/** What may be lost with the database without harm is not waited for until it is on its disk. */
const UNSYNCED = "set_config('synchronous_commit', 'off', true)"

export const LEASED = `q.acquired_at >= now() - INTERVAL '${LEASE_MS / 1_000} seconds'`

/** Times differ by a microsecond each: the queue sorts by them, and would sort thousands of equal ones for every unit that it takes. */
const offered = (from: string): string => `
INSERT INTO queue (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
SELECT unit, $1, json_build_object('cell', cell, 'index', index, 'generation', generation)::text, 'pending', 0,
  now() + row_number() OVER (ORDER BY place) * INTERVAL '1 microsecond', now(), now()
FROM ${from} ON CONFLICT (id, queue_name) DO NOTHING`

const GIVEN = `given AS (
  SELECT DISTINCT ON (cell, index) * FROM unnest($2::text[], $3::int[], $4::text[]) WITH ORDINALITY AS g (cell, index, key, place)
  ORDER BY cell, index, place
)`

export const ENQUEUE = `WITH ${GIVEN}, added AS (
  INSERT INTO runs (plan, cell, index, unit) SELECT $1, cell, index, key || ':' || index || ':0' FROM given
  ON CONFLICT (plan, cell, index) DO NOTHING RETURNING cell, index, generation, unit
), placed AS (SELECT added.*, place FROM added JOIN given USING (cell, index)),
offered AS (${offered("placed")})
SELECT count(*) AS added FROM added`

export const ENQUEUE_AGAIN = `WITH ${GIVEN}, added AS (
  INSERT INTO runs (plan, cell, index, unit) SELECT $1, cell, index, key || ':' || index || ':0' FROM given
  ON CONFLICT (plan, cell, index) DO UPDATE SET generation = runs.generation + 1,
    unit = split_part(runs.unit, ':', 1) || ':' || runs.index || ':' || (runs.generation + 1),
    attempt = 0, worker = '', started_at = NULL, kept_at = NULL, issue = NULL
  RETURNING cell, index, generation, unit
), placed AS (SELECT added.*, place FROM added JOIN given USING (cell, index)),
dropped AS (DELETE FROM results r USING added a WHERE r.plan = $1 AND r.cell = a.cell AND r.index = a.index),
ended AS (
  UPDATE queue q SET state = 'completed', acquired_at = NULL, acquired_by = NULL, updated_at = now() FROM added a
  WHERE q.queue_name = $1 AND q.id = split_part(a.unit, ':', 1) || ':' || a.index || ':' || (a.generation - 1) AND q.state = 'pending'
),
offered AS (${offered("placed")})
SELECT count(*) AS added FROM added`

export const NEXT = `SELECT q.queue_name FROM unnest($1::text[]) WITH ORDINALITY AS p (plan, place) JOIN LATERAL (
  SELECT queue_name FROM queue q WHERE q.queue_name = p.plan AND q.state = 'pending' AND q.attempts < ${MOST_ATTEMPTS}
  AND q.visible_at <= now() AND (q.acquired_at IS NULL OR NOT ${LEASED}) ORDER BY q.visible_at LIMIT 1
) q ON true ORDER BY p.place LIMIT 1`

/** The transaction that has written the row of a plan is another one after every change of it. */
export const BEGIN = `UPDATE runs SET worker = $5, attempt = $6, started_at = clock_timestamp()
WHERE plan = $1 AND cell = $2 AND index = $3 AND generation = $4 AND kept_at IS NULL
RETURNING (SELECT xmin::text FROM plans WHERE fingerprint = $1) AS edition, ${UNSYNCED}`

/** The row of the queue is locked after that of the run, always in this order. */
export const KEEP = `WITH kept AS (
  UPDATE runs SET kept_at = clock_timestamp(), worker = $5, issue = NULL
  WHERE plan = $1 AND cell = $2 AND index = $3 AND generation = $4 AND kept_at IS NULL RETURNING 1
), result AS (
  INSERT INTO results (plan, cell, index, worker, header, recorded_at, bytes, line)
  SELECT $1, $2, $3, $5, $6, $7, $8, $9 FROM kept
), done AS (
  UPDATE queue SET state = 'completed', acquired_at = NULL, acquired_by = NULL, updated_at = now()
  WHERE queue_name = $1 AND id = $10 AND state <> 'completed' AND (SELECT count(*) FROM kept) >= 0
)
SELECT 1 FROM kept`

/** Of a plan that was deleted in the meantime nothing is kept. */
export const KEEP_MEDIUM = `INSERT INTO media (plan, cell, sha256, base64)
SELECT fingerprint, $2, $3, $4 FROM plans WHERE fingerprint = $1 ON CONFLICT DO NOTHING`

const FAILED = `UPDATE runs SET issue = $5 WHERE plan = $1 AND cell = $2 AND index = $3 AND generation = $4 AND kept_at IS NULL`

export const FAIL = `${FAILED} RETURNING 1`

export const FAIL_FOR_GOOD = `WITH failed AS (${FAILED} RETURNING 1)
UPDATE queue SET state = 'failed', acquired_at = NULL, acquired_by = NULL, updated_at = now()
WHERE queue_name = $1 AND id = $6 AND state = 'pending' AND (SELECT count(*) FROM failed) >= 0`

const ALIVE = `SELECT q.id::text FROM queue q WHERE q.queue_name = $1 AND q.state = 'pending'
  AND (q.attempts < ${MOST_ATTEMPTS} OR q.acquired_at IS NOT NULL AND ${LEASED})`

/**
 * A unit that no worker will get: its row is not in the queue, is completed without a result, or has had its last attempt. Of a set, so
 * that the database hashes it: without statistics of a new plan it would look up each unit by itself.
 */
export const DEAD = `(r.kept_at IS NULL AND r.unit NOT IN (${ALIVE}))`

export const RETRY = `WITH dead AS (
  SELECT r.plan, r.cell, r.index FROM runs r WHERE r.plan = $1 AND ($2::text IS NULL OR r.cell = $2) AND ${DEAD}
), placed AS (
  UPDATE runs r SET generation = r.generation + 1, attempt = 0, issue = NULL, started_at = NULL,
    unit = split_part(r.unit, ':', 1) || ':' || r.index || ':' || (r.generation + 1)
  FROM dead d WHERE r.plan = d.plan AND r.cell = d.cell AND r.index = d.index
  RETURNING r.cell, r.index, r.generation, r.unit, r.index AS place
), offered AS (${offered("placed")})
SELECT count(*) AS retried FROM placed`

export const RESULTS = `SELECT p.index, p.worker, p.recorded_at, p.line, h.header FROM (
  SELECT *, sum(bytes) OVER (ORDER BY index) AS total, row_number() OVER (ORDER BY index) AS place FROM (
    SELECT * FROM results WHERE plan = $1 AND cell = $2 AND index > $3 ORDER BY index LIMIT $4
  ) AS page
) AS p JOIN headers h ON h.sha256 = p.header WHERE p.total <= $5 OR p.place = 1 ORDER BY p.index`

export const FORGET = `WITH queued AS (DELETE FROM queue WHERE queue_name = $1) DELETE FROM plans WHERE fingerprint = $1`

/** What waits in the queue of a plan. */
export const Element = Schema.Struct({
  cell: Schema.String,
  index: Schema.Natural,
  generation: Schema.Natural
})

/** Cells have ids of any length, and elements have not. */
export const cellKey = (cell: string): string => sha256(cell).slice(0, 32)

/** The id of an element. The queue ignores an id that it has known before, completed or dead: each generation has one of its own. */
export const unitId = ({ cell, generation, index }: Omit<LeasedUnit, "attempt" | "plan">): string =>
  `${cellKey(cell)}:${index}:${generation}`

export const unitKey = ({ cell, index, plan }: Unit): string => `${plan} ${index} ${cell}`
