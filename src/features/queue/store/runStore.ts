/**
 * The units of a queue and their results, in the tables of `ddl.ts`.
 *
 * Units are added in bulk, to `runs` and to the queue's own table in one statement: one `offer` of the queue is a round trip and a
 * commit, which takes minutes for 100,000 units and may leave a unit in one table alone. For the same reason `keep` completes the
 * queue's row in the statement that inserts the result: a run that is kept is never given to another worker.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Header } from "../../../base/domain/recording/Cassette.ts"
import { FingerprintParts } from "../../../base/domain/plan/Plan.ts"
import { ModelPrice } from "../../../base/domain/plan/Prices.ts"
import {
  type KeptRun,
  type LeasedUnit,
  MOST_ATTEMPTS,
  type PublishedPlan,
  type Queue
} from "../../../engine/services/RunQueue.ts"
import { canonicalJson } from "../../../base/std/canonicalJson.ts"
import { type Json, isObject } from "../../../base/std/Json.ts"
import { sha256 } from "../../../base/std/sha256.ts"
import { tryCatch } from "../../../base/std/tryCatch.ts"
import type { Database } from "./database.ts"
import {
  BEGIN,
  ENQUEUE,
  ENQUEUE_AGAIN,
  FAIL,
  FAIL_FOR_GOOD,
  FORGET,
  KEEP,
  KEEP_MEDIUM,
  NEXT,
  RESULTS,
  RETRY,
  cellKey,
  unitId
} from "./runStatements.ts"
import type { Units } from "./take.ts"

/** Units in one statement. */
const BULK = 5_000
/** Of a page of results: at most so many rows, and so many bytes unless the first is larger. */
const [PAGE_ROWS, PAGE_BYTES] = [500, 4 * 1024 * 1024]

type RunStore = Pick<
  Queue,
  "publish" | "plans" | "enqueue" | "keep" | "fail" | "results" | "media" | "medium" | "retry" | "forget"
> &
  Pick<Units, "next" | "begin">

/** Gets a sentence about each row that passhat did not write and that is left out, once. */
export type Warn = (sentence: string) => Effect.Effect<void>

export const runStore = ({ query, shown }: Database, worker: string, warn: Warn): RunStore => {
  const headersSent = new Set<string>()
  const plansRead = new Map<string, PublishedPlan | undefined>()

  const planIn = Effect.fnUntraced(function* ({ fingerprint, plan }: PlanRow) {
    if (!plansRead.has(plan)) {
      const read = Option.getOrUndefined(decodePlan(plan))
      plansRead.set(plan, read?.fingerprint === fingerprint ? read : undefined)
      if (plansRead.get(plan) === undefined) yield* warn(noPlan(shown, fingerprint))
    }
    return plansRead.get(plan)
  })

  const enqueueSome = (
    plan: string,
    units: ReadonlyArray<{ readonly cell: string; readonly index: number }>,
    again: boolean
  ) =>
    query<{ readonly added: string }>(again ? ENQUEUE_AGAIN : ENQUEUE, [
      plan,
      units.map(({ cell }) => cell),
      units.map(({ index }) => index),
      units.map(({ cell }) => cellKey(cell))
    ])

  const sendHeader = Effect.fnUntraced(function* (text: string) {
    const hash = sha256(text)
    if (!headersSent.has(hash)) {
      yield* query("INSERT INTO headers (sha256, header) VALUES ($1, $2) ON CONFLICT DO NOTHING", [hash, text])
      headersSent.add(hash)
    }
    return hash
  })

  return {
    publish: (plan) =>
      Effect.asVoid(
        query(
          `INSERT INTO plans (fingerprint, plan) VALUES ($1, $2) ON CONFLICT (fingerprint) DO UPDATE SET plan = EXCLUDED.plan`,
          [plan.fingerprint, JSON.stringify(plan)]
        )
      ),
    plans: Effect.gen(function* () {
      const rows = yield* query<PlanRow>("SELECT fingerprint, plan FROM plans ORDER BY published_at, fingerprint")
      return (yield* Effect.forEach(rows, planIn)).filter((plan) => plan !== undefined)
    }),
    enqueue: Effect.fnUntraced(function* (plan, units, { again = false } = {}) {
      let [added, given] = [0, 0]
      for (const some of inBulk(units)) {
        const [row] = yield* enqueueSome(plan, some, again)
        added += Number(row?.added)
        given += some.length
      }
      return { added, known: given - added }
    }),
    next: (plans) => Effect.map(query<{ readonly queue_name: string }>(NEXT, [plans]), ([row]) => row?.queue_name),
    begin: (unit) =>
      Effect.map(
        query<{ readonly edition: string }>(BEGIN, [...keyOf(unit), unit.generation, worker, unit.attempt]),
        ([row]) => row?.edition
      ),
    keep: Effect.fnUntraced(function* (unit, { header, line, media = new Map() }) {
      for (const [hash, base64] of media) yield* query(KEEP_MEDIUM, [unit.plan, unit.cell, hash, base64])
      const { recorded_at, ...rest } = header
      const hash = yield* sendHeader(canonicalJson(rest as unknown as Json))
      const rows = yield* query(KEEP, [
        ...keyOf(unit),
        unit.generation,
        worker,
        hash,
        recorded_at,
        Buffer.byteLength(line),
        line,
        unitId(unit)
      ])
      return rows.length > 0 ? "kept" : "known"
    }),
    fail: Effect.fnUntraced(function* (unit, issue, { final = false } = {}) {
      const isDead = final || unit.attempt >= MOST_ATTEMPTS
      yield* query(isDead ? FAIL_FOR_GOOD : FAIL, [
        ...keyOf(unit),
        unit.generation,
        JSON.stringify(issue),
        ...(isDead ? [unitId(unit)] : [])
      ])
      return isDead ? "dead" : "failed"
    }),
    results: (plan, cell, after) =>
      Effect.map(query<ResultRow>(RESULTS, [plan, cell, after, PAGE_ROWS, PAGE_BYTES]), (rows) => {
        const headers = new Map<string, Omit<Header, "recorded_at">>()
        return rows.map((row) => keptRun(row, headerIn(row.header, headers)))
      }),
    media: (plan, cell) =>
      Effect.map(
        query<{ readonly sha256: string }>("SELECT sha256 FROM media WHERE plan = $1 AND cell = $2 ORDER BY sha256", [
          plan,
          cell
        ]),
        (rows) => rows.map((row) => row.sha256)
      ),
    medium: (plan, cell, hash) =>
      Effect.map(
        query<{ readonly base64: string }>("SELECT base64 FROM media WHERE plan = $1 AND cell = $2 AND sha256 = $3", [
          plan,
          cell,
          hash
        ]),
        ([row]) => row?.base64
      ),
    retry: (plan, cell) =>
      Effect.map(query<{ readonly retried: string }>(RETRY, [plan, cell ?? null]), ([row]) => Number(row?.retried)),
    forget: (plan) => Effect.asVoid(query(FORGET, [plan]))
  }
}

interface ResultRow extends Omit<KeptRun, "header"> {
  readonly header: string
  readonly recorded_at: string
}

const keptRun = ({ index, line, recorded_at, worker }: ResultRow, header: Omit<Header, "recorded_at">): KeptRun => ({
  index,
  header: { ...header, recorded_at },
  line,
  worker
})

const keyOf = ({ cell, index, plan }: LeasedUnit): ReadonlyArray<unknown> => [plan, cell, index]

/** Parsed once a text: most rows have the same. Whoever reads a result asks whether it is a header, and names the run if not. */
const headerIn = (text: string, known: Map<string, Omit<Header, "recorded_at">>): Omit<Header, "recorded_at"> => {
  const value = known.get(text) ?? tryCatch((): unknown => JSON.parse(text))
  const header = (isObject(value) ? value : {}) as unknown as Omit<Header, "recorded_at">
  known.set(text, header)
  return header
}

interface PlanRow {
  readonly fingerprint: string
  readonly plan: string
}

const decodePlan = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct({
      fingerprint: Schema.String,
      suite: Schema.String,
      passhat: Schema.String,
      prices: Schema.optionalKey(Schema.Array(ModelPrice)),
      cells: Schema.Array(
        Schema.Struct({ id: Schema.String, name: Schema.String, fingerprint: Schema.String, parts: FingerprintParts })
      ),
      budget: Schema.optionalKey(Schema.String)
    })
  )
)

const noPlan = (shown: string, fingerprint: string): string =>
  `The queue at ${shown} has a row that passhat did not write: plan ${fingerprint.slice(0, 80)}. It is left out; delete it from passhat.plans.`

function* inBulk<A>(all: Iterable<A>): Iterable<ReadonlyArray<A>> {
  let some: Array<A> = []
  for (const one of all) {
    some.push(one)
    if (some.length === BULK) {
      yield some
      some = []
    }
  }
  if (some.length > 0) yield some
}
