/**
 * Limits that all workers of a queue share. Time is that of the store alone, so that it does not matter whose clock is wrong.
 */
import type * as Effect from "effect/Effect"
import type { QueueError } from "./RunQueue.ts"

/** What a provider allows: `claude-*=50/min,400000tok/min`. */
export interface Rate {
  /** Of a model, or of its provider and the model: `claude-*`, `openai/gpt-?`. */
  readonly pattern: string
  readonly requestsPerMinute?: number
  readonly tokensPerMinute?: number
}

/** A model, and the kind of its provider. */
export interface AskedModel {
  readonly provider: string
  readonly model: string
}

/** The permission to ask a model once. */
export interface Turn extends AskedModel {
  /** The tokens that it was taken to need, by what others needed. */
  readonly tokens: number
}

export interface Amount {
  readonly tokens: number
  readonly picodollars: bigint
}

/** What may be spent, or was. Without an amount of money its price is not known: a budget of money does not allow it. */
export interface Spent {
  readonly tokens: number
  readonly picodollars?: bigint
}

/** What is left out is not limited. */
export interface Allowance {
  readonly tokens?: number
  readonly picodollars?: bigint
}

/** A budget as it is now. */
export interface BudgetState {
  readonly allowed: Allowance
  /** What is set aside counts as spent until it is settled: that of a worker that vanished for good. */
  readonly spent: Amount
}

export interface SharedLimits {
  /** Replaces all rates. Those that stay go on where they are. */
  readonly setRates: (rates: ReadonlyArray<Rate>) => Effect.Effect<void, QueueError>
  readonly rates: Effect.Effect<ReadonlyArray<Rate>, QueueError>
  /**
   * Waits until a model may be asked: every rate whose pattern matches has a place, and no hold is on. `tokens` is what the request may
   * need at most, for the first one; later ones are taken to need as many as those before them.
   */
  readonly turn: (asked: AskedModel, tokens: number) => Effect.Effect<Turn, QueueError>
  /** Tells what a request has needed. */
  readonly used: (turn: Turn, tokens: number) => Effect.Effect<void, QueueError>
  /** A provider refused a request for too many: no worker asks this model for so long. */
  readonly hold: (asked: AskedModel, ms: number) => Effect.Effect<void, QueueError>
  /** Sets what a budget allows; what was spent of it stays spent, unless it is `fresh`. */
  readonly allow: (
    budget: string,
    allowed: Allowance,
    options?: { readonly fresh?: boolean }
  ) => Effect.Effect<void, QueueError>
  readonly budget: (name: string) => Effect.Effect<BudgetState | undefined, QueueError>
  /** Sets an amount aside, if so much is left. A budget that is not known allows nothing. */
  readonly reserve: (budget: string, amount: Spent) => Effect.Effect<boolean, QueueError>
  /** Gives back what was set aside, and takes what was spent. */
  readonly settle: (budget: string, reserved: Spent, spent: Spent) => Effect.Effect<void, QueueError>
}
