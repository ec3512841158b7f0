/**
 * Shared limits in memory, for the workers of one process.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { matchesWildcards } from "../../../base/std/wildcards.ts"
import type {
  Amount,
  AskedModel,
  BudgetState,
  Rate,
  SharedLimits,
  Spent
} from "../../../engine/services/SharedLimits.ts"
import { literal, msEach, namesOf, NEWEST } from "../rates.ts"
import { type Places, takeTurn } from "./takeTurn.ts"

interface Row {
  readonly rate: Rate
  /** Whether it is a rate, and not only the hold of a model. */
  readonly isSet: boolean
  meanTokens: number | undefined
  requestAt: number
  tokenAt: number
  heldUntil: number
  epoch: number
}

const emptyRow = (rate: Rate, isSet: boolean): Row => ({
  rate,
  isSet,
  meanTokens: undefined,
  requestAt: 0,
  tokenAt: 0,
  heldUntil: 0,
  epoch: 0
})

export const memoryLimits = (): SharedLimits => {
  let rows: ReadonlyArray<Row> = []
  const budgets = new Map<string, BudgetState>()
  const matching = (asked: AskedModel): ReadonlyArray<Row> =>
    rows.filter(({ rate }) => namesOf(asked).some((name) => matchesWildcards(rate.pattern, name)))
  const epochOf = (asked: AskedModel): number => matching(asked).reduce((sum, { epoch }) => sum + epoch, 0)

  const correct = (asked: AskedModel, tokens: number): void => {
    for (const row of matching(asked)) {
      const { tokensPerMinute } = row.rate
      if (tokensPerMinute !== undefined) row.tokenAt += tokens * msEach(tokensPerMinute)
    }
  }

  const places: Places = {
    reserve: (asked, tokens) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const at = matching(asked)
        const charged = Math.max(...at.map(({ meanTokens = tokens }) => meanTokens), 0)
        let waitMs = 0
        for (const row of at) {
          const { requestsPerMinute } = row.rate
          row.meanTokens ??= tokens
          row.requestAt = Math.max(row.requestAt, now)
          row.tokenAt = Math.max(row.tokenAt, now)
          waitMs = Math.max(waitMs, row.requestAt - now, row.tokenAt - now)
          if (requestsPerMinute !== undefined) row.requestAt += msEach(requestsPerMinute)
        }
        correct(asked, charged)
        return { waitMs, tokens: charged, epoch: epochOf(asked) }
      }),
    epoch: (asked) => Effect.sync(() => epochOf(asked)),
    correct: (asked, tokens) => Effect.sync(() => correct(asked, tokens))
  }

  return {
    setRates: (rates) =>
      Effect.sync(() => {
        const known = new Map(rows.map((row) => [row.rate.pattern, row]))
        const held = rows.filter(({ isSet, rate }) => !isSet && rates.every(({ pattern }) => pattern !== rate.pattern))
        rows = [
          ...held,
          ...rates.map((rate) => ({ ...(known.get(rate.pattern) ?? emptyRow(rate, true)), rate, isSet: true }))
        ]
      }),
    rates: Effect.sync(() => rows.filter(({ isSet }) => isSet).map(({ rate }) => rate)),
    turn: (asked, tokens) => takeTurn(places, asked, tokens),
    used: (turn, tokens) =>
      Effect.sync(() => {
        correct(turn, tokens - turn.tokens)
        for (const row of matching(turn)) row.meanTokens = (row.meanTokens ?? tokens) * (1 - NEWEST) + tokens * NEWEST
      }),
    hold: (asked, ms) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const own = literal(asked)
        if (rows.every(({ rate }) => rate.pattern !== own.pattern)) rows = [...rows, emptyRow(own, false)]
        for (const row of matching(asked)) {
          row.epoch++
          // The places of all who wait are given up: they take others behind it.
          row.heldUntil = Math.max(row.heldUntil, now + ms)
          row.requestAt = row.heldUntil
        }
      }),
    allow: (name, allowed, { fresh = false } = {}) =>
      Effect.sync(() => {
        const spent = fresh ? undefined : budgets.get(name)?.spent
        budgets.set(name, { allowed, spent: spent ?? { tokens: 0, picodollars: 0n } })
      }),
    budget: (name) => Effect.sync(() => budgets.get(name)),
    reserve: (name, amount) =>
      Effect.sync(() => {
        const state = budgets.get(name)
        if (state === undefined) return false
        const spent = sum(state.spent, amount)
        const { picodollars = spent.picodollars, tokens = spent.tokens } = state.allowed
        const isPriced = state.allowed.picodollars === undefined || amount.picodollars !== undefined
        if (!isPriced || spent.tokens > tokens || spent.picodollars > picodollars) return false
        budgets.set(name, { ...state, spent })
        return true
      }),
    settle: (name, reserved, spent) =>
      Effect.sync(() => {
        const state = budgets.get(name)
        if (state !== undefined) budgets.set(name, { ...state, spent: sum(minus(state.spent, reserved), spent) })
      })
  }
}

const sum = (one: Amount, { picodollars = 0n, tokens }: Spent): Amount => ({
  tokens: one.tokens + tokens,
  picodollars: one.picodollars + picodollars
})

const minus = (one: Amount, { picodollars = 0n, tokens }: Spent): Amount => ({
  tokens: one.tokens - tokens,
  picodollars: one.picodollars - picodollars
})
