/**
 * How a provider is asked once: a conversation in, one answer or one failure out.
 */
import type * as Effect from "effect/Effect"
import type { ModelAnswer } from "../../../domain/Cassette.ts"
import type { Request } from "../../../services/Model.ts"
import type { Address } from "./Address.ts"
import type { Failure } from "./Failure.ts"

export interface Asking {
  readonly request: Request
  readonly address: Address
  readonly stream: boolean
}

export type Ask = (asking: Asking) => Effect.Effect<ModelAnswer, Failure>
