/**
 * Shared limits in a database: one statement each, by the clock of the database alone.
 */
import * as Effect from "effect/Effect"
import type { AskedModel, SharedLimits, Spent } from "../../../engine/services/SharedLimits.ts"
import type { Database } from "./database.ts"
import { literal, msEach, namesOf, NEWEST } from "../rates.ts"
import { type Places, takeTurn } from "./takeTurn.ts"

export const limitTable = ({ query }: Database): SharedLimits => {
  const correct = (asked: AskedModel, tokens: number) =>
    Effect.asVoid(query(CORRECT, [...namesOf(asked), tokens], { once: true }))
  const places: Places = {
    reserve: (asked, tokens) =>
      Effect.map(query<PlaceRow>(RESERVE_PLACE, [...namesOf(asked), tokens]), (rows) => ({
        waitMs: Math.max(0, ...rows.map(({ wait_ms }) => Number(wait_ms))),
        tokens: Number(rows[0]?.charged ?? 0),
        epoch: rows.reduce((sum, { epoch }) => sum + Number(epoch), 0)
      })),
    epoch: (asked) =>
      Effect.map(query<{ readonly epoch: string }>(EPOCH, [...namesOf(asked)]), ([row]) => Number(row?.epoch)),
    correct
  }
  return {
    setRates: (rates) =>
      Effect.asVoid(
        query(SET_RATES, [
          rates.map(({ pattern }) => pattern),
          rates.map(({ pattern }) => likePattern(pattern)),
          rates.map(({ requestsPerMinute }) => requestsPerMinute ?? null),
          rates.map(({ tokensPerMinute }) => tokensPerMinute ?? null)
        ])
      ),
    rates: Effect.map(
      query<RateRow>("SELECT pattern, requests, tokens FROM rates WHERE is_set ORDER BY pattern"),
      (rows) =>
        rows.map(({ pattern, requests, tokens }) => ({
          pattern,
          ...(requests !== null && { requestsPerMinute: requests }),
          ...(tokens !== null && { tokensPerMinute: tokens })
        }))
    ),
    turn: (asked, tokens) => takeTurn(places, asked, tokens),
    used: (turn, tokens) =>
      Effect.asVoid(query(USED, [...namesOf(turn), tokens - turn.tokens, tokens], { once: true })),
    hold: (asked, ms) => {
      const { pattern } = literal(asked)
      return Effect.asVoid(query(HOLD, [...namesOf(asked), ms, pattern, likePattern(pattern)]))
    },
    allow: (name, { picodollars, tokens }, { fresh = false } = {}) =>
      Effect.asVoid(query(fresh ? ALLOW_FRESH : ALLOW, [name, tokens ?? null, picodollars?.toString() ?? null])),
    budget: (name) =>
      Effect.map(query<BudgetRow>("SELECT * FROM budgets WHERE name = $1", [name]), ([row]) =>
        row === undefined
          ? undefined
          : {
              allowed: {
                ...(row.tokens !== null && { tokens: Number(row.tokens) }),
                ...(row.picodollars !== null && { picodollars: BigInt(row.picodollars) })
              },
              spent: { tokens: Number(row.spent_tokens), picodollars: BigInt(row.spent_picodollars) }
            }
      ),
    reserve: (name, amount) => Effect.map(query(RESERVE, [name, ...valuesOf(amount)]), (rows) => rows.length > 0),
    // Repeated after its answer was lost it would give back twice: what was set aside stays spent instead.
    settle: (name, reserved, spent) =>
      Effect.asVoid(query(SETTLE, [name, ...valuesOf(spent), ...valuesOf(reserved)], { once: true }))
  }
}

interface PlaceRow {
  readonly wait_ms: string
  readonly charged: string
  readonly epoch: string
}

interface RateRow {
  readonly pattern: string
  readonly requests: number | null
  readonly tokens: number | null
}

interface BudgetRow {
  readonly tokens: string | null
  readonly picodollars: string | null
  readonly spent_tokens: string
  readonly spent_picodollars: string
}

const valuesOf = ({ picodollars, tokens }: Spent): ReadonlyArray<unknown> => [tokens, picodollars?.toString() ?? null]

/** As `LIKE` has it. */
const likePattern = (pattern: string): string =>
  pattern
    .replace(/[\\%_]/g, "\\$&")
    .replaceAll("*", "%")
    .replaceAll("?", "_")

/** Rates are exact again a moment after a crash of the database: nothing has to be on its disk. */
const UNSYNCED = "set_config('synchronous_commit', 'off', true)"

const MATCHES = "($1 LIKE shape OR $2 LIKE shape)"

const [NOW, EACH_MS] = ["clock_timestamp()", msEach(1)]

const ms = (count: string): string => `(${count}) * INTERVAL '1 millisecond'`

/** Locked in the order of their names, so that two workers never wait for each other. */
const LOCKED = `locked AS (SELECT pattern, mean_tokens FROM rates WHERE ${MATCHES} ORDER BY pattern FOR UPDATE)`

/** The places before this one are what the row has; where it ends is where the next one begins. */
const RESERVE_PLACE = `WITH ${LOCKED},
charge AS (SELECT max(coalesce(mean_tokens, $3::double precision)) AS tokens FROM locked)
UPDATE rates r SET mean_tokens = coalesce(r.mean_tokens, $3),
  request_at = greatest(r.request_at, ${NOW}) + ${ms(`coalesce(${EACH_MS} / r.requests, 0)`)},
  token_at = greatest(r.token_at, ${NOW}) + ${ms(`coalesce(charge.tokens * ${EACH_MS} / r.tokens, 0)`)}
FROM locked, charge WHERE r.pattern = locked.pattern
RETURNING charge.tokens AS charged, r.epoch, extract(epoch FROM greatest(
  r.request_at - ${ms(`coalesce(${EACH_MS} / r.requests, 0)`)},
  r.token_at - ${ms(`coalesce(charge.tokens * ${EACH_MS} / r.tokens, 0)`)}
) - ${NOW}) * 1000 AS wait_ms, ${UNSYNCED}`

const EPOCH = `SELECT coalesce(sum(epoch), 0) AS epoch FROM rates WHERE ${MATCHES}`

const corrected = `token_at = r.token_at + ${ms(`coalesce($3::double precision * ${EACH_MS} / r.tokens, 0)`)}`

const CORRECT = `WITH ${LOCKED} UPDATE rates r SET ${corrected} FROM locked WHERE r.pattern = locked.pattern RETURNING ${UNSYNCED}`

const USED = `WITH ${LOCKED} UPDATE rates r SET ${corrected},
  mean_tokens = coalesce(r.mean_tokens, $4) * ${1 - NEWEST} + $4::double precision * ${NEWEST}
FROM locked WHERE r.pattern = locked.pattern RETURNING ${UNSYNCED}`

/** The places of all who wait are given up: they take others behind it. */
const HOLD = `WITH ${LOCKED}, added AS (
  INSERT INTO rates (pattern, shape, is_set, held_until, request_at, epoch)
  VALUES ($4, $5, false, ${NOW} + ${ms("$3::double precision")}, ${NOW} + ${ms("$3::double precision")}, 1)
  ON CONFLICT (pattern) DO NOTHING
)
UPDATE rates r SET epoch = r.epoch + 1, held_until = greatest(r.held_until, ${NOW} + ${ms("$3::double precision")}),
  request_at = greatest(r.held_until, ${NOW} + ${ms("$3::double precision")})
FROM locked WHERE r.pattern = locked.pattern`

const SET_RATES = `WITH given AS (
  SELECT * FROM unnest($1::text[], $2::text[], $3::double precision[], $4::double precision[]) AS g (pattern, shape, requests, tokens)
), unset AS (
  UPDATE rates SET is_set = false, requests = NULL, tokens = NULL WHERE is_set AND pattern <> ALL ($1::text[])
)
INSERT INTO rates (pattern, shape, is_set, requests, tokens) SELECT pattern, shape, true, requests, tokens FROM given
ON CONFLICT (pattern) DO UPDATE SET is_set = true, requests = EXCLUDED.requests, tokens = EXCLUDED.tokens`

const ALLOW = `INSERT INTO budgets (name, tokens, picodollars) VALUES ($1, $2, $3)
ON CONFLICT (name) DO UPDATE SET tokens = EXCLUDED.tokens, picodollars = EXCLUDED.picodollars`

const ALLOW_FRESH = `${ALLOW}, spent_tokens = 0, spent_picodollars = 0`

/** An amount that is not known is NULL, and NULL is within no limit. */
const RESERVE = `UPDATE budgets SET spent_tokens = spent_tokens + $2, spent_picodollars = spent_picodollars + coalesce($3::numeric, 0)
WHERE name = $1 AND (tokens IS NULL OR spent_tokens + $2 <= tokens)
AND (picodollars IS NULL OR spent_picodollars + $3::numeric <= picodollars) RETURNING 1`

const SETTLE = `UPDATE budgets SET spent_tokens = spent_tokens + $2 - $4,
spent_picodollars = spent_picodollars + coalesce($3::numeric, 0) - coalesce($5::numeric, 0) WHERE name = $1`
