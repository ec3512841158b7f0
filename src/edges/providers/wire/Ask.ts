/**
 * Asks a provider once: a conversation in, one answer or one failure out.
 */
import type * as Effect from "effect/Effect"
import type { ModelAnswer } from "../../../base/domain/recording/Cassette.ts"
import type { Request } from "../../../engine/services/Model.ts"
import type { Address } from "../Address.ts"
import type { ModelCode } from "../ProviderRecord.ts"
import type { Failure } from "./Failure.ts"

export interface Question {
  readonly request: Request
  readonly address: Address
  /** Whether the answer is to arrive in pieces. */
  readonly stream: boolean
  /** What the suite carries for this model beside the plan. */
  readonly code?: ModelCode | undefined
}

export type Ask = (question: Question) => Effect.Effect<ModelAnswer, Failure>
