/**
 * Repeats a request that failed for a reason that may pass: up to five attempts, with growing waits or the wait that the
 * server asks for. An answer that cannot be read is asked for once more at most.
 *
 * The SDKs' own retries are switched off, so that attempts and waits are the same on every clock.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import { waitingFor } from "../../../engine/services/Waits.ts"
import { type Failure, isCrowded } from "./Failure.ts"

const ATTEMPTS = 5
/** A server that sends what cannot be read will most likely send it again. */
const UNREADABLE_ANSWERS = 2
/** The sum of the waits for one answer. */
const LONGEST_TOTAL_WAIT_MS = 120_000
const FIRST_WAIT_MS = 500
/** Bounds of one wait, whatever the server asks for. */
const SHORTEST_WAIT_MS = 100
const LONGEST_WAIT_MS = 60_000
/** Spreads the next attempts of runs that were refused at the same time. */
const JITTER = 0.25

export interface GaveUp {
  readonly failure: Failure
  readonly attempts: number
}

/**
 * `answered` counts the answers to all runs. A refusal for too many requests is no attempt if another run was answered meanwhile: the
 * provider works, and the run waits for its turn.
 */
export const retry = <A>(ask: Effect.Effect<A, Failure>, answered: () => number = () => 0): Effect.Effect<A, GaveUp> =>
  Effect.gen(function* () {
    let waited = 0
    let attempts = 0
    let unreadable = 0
    let before = answered()
    for (;;) {
      const answer = yield* Effect.result(ask)
      if (Result.isSuccess(answer)) return answer.success
      const { failure } = answer
      const isOthersTurn = isCrowded(failure) && answered() > before
      before = answered()
      if (!isOthersTurn) attempts++
      if (failure.reason === "Unreadable") unreadable++
      const wait = yield* waitAfter(Math.max(1, attempts), failure)
      const isSpent =
        attempts === ATTEMPTS || unreadable === UNREADABLE_ANSWERS || waited + wait > LONGEST_TOTAL_WAIT_MS
      if (!failure.retryable || (isSpent && !isOthersTurn)) return yield* Effect.fail({ failure, attempts })
      if (!isOthersTurn) waited += wait
      yield* waitingFor("back-off")(Effect.sleep(wait))
    }
  })

const waitAfter = Effect.fnUntraced(function* (attempts: number, failure: Failure) {
  const wanted = requestedWait(failure, yield* Clock.currentTimeMillis) ?? FIRST_WAIT_MS * 2 ** (attempts - 1)
  return Math.round(bounded(wanted, JITTER * (yield* Random.next)))
})

type AskedWait = Pick<Failure, "delayMs" | "retryAfter" | "retryAfterMs">

/** The wait that the server asks for, within bounds; undefined if it asks for none. */
export const boundedWait = (failure: AskedWait, now: number): number | undefined => {
  const wanted = requestedWait(failure, now)
  return wanted === undefined ? undefined : bounded(wanted, 0)
}

const bounded = (wanted: number, jitter: number): number =>
  Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, wanted) * (1 + jitter))

/**
 * The longest wait in milliseconds that the server asks for: in `retry-after-ms`, in `retry-after`, as seconds or as a date, or in
 * the error itself; undefined if none can be read.
 */
const requestedWait = ({ delayMs, retryAfter, retryAfterMs }: AskedWait, now: number): number | undefined => {
  const seconds = numberOf(retryAfter)
  const date = HTTP_DATE.test(retryAfter ?? "") ? numberOf(String(Date.parse(retryAfter ?? "") - now)) : undefined
  const waits = [numberOf(retryAfterMs), seconds && seconds * 1_000, date, delayMs].filter((wait) => wait !== undefined)
  return waits.length === 0 ? undefined : Math.max(...waits)
}

/** JavaScript engines differ in the other formats that `Date.parse` accepts. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

const numberOf = (text: string | undefined): number | undefined => {
  const value = text === undefined || text.trim() === "" ? Number.NaN : Number(text)
  return Number.isNaN(value) ? undefined : value
}
