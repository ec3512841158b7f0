/**
 * What requests to models have to wait for beside the refusals of their provider: limits that several workers share.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Spending } from "./Budget.ts"

/** A request that is to be sent. */
export interface AskedRequest {
  /** The kind of the provider. */
  readonly provider: string
  readonly model: string
  /** What it may need at most, as far as that is known. */
  readonly tokens: number
}

/** One request, from its permission to its answer. */
export interface AllowedRequest {
  /** The tokens that it has needed. */
  readonly used: (tokens: number) => Effect.Effect<void>
  /** The provider refused it for too many requests, and wants none for so long. */
  readonly refused: (ms: number) => Effect.Effect<void>
}

export interface RequestLimit {
  /** The budget that workers share, for requests that `askModel` does not make. */
  readonly spending: Spending
  /** Waits until a request may be sent. */
  readonly allow: (asked: AskedRequest) => Effect.Effect<AllowedRequest>
}

/** Undefined: nothing is shared. */
export const RequestLimits = Context.Reference<RequestLimit | undefined>("passhat/RequestLimits", {
  defaultValue: () => undefined
})
