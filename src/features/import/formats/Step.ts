/**
 * What happened in a run, step by step, in the same form for every format: `traceOf` makes a trace of it.
 */
import type { Json } from "../../../base/domain/Json.ts"
import type { Usage } from "../../../base/domain/recording/Cassette.ts"

export type Step = UserStep | AnswerStep | ResultStep

/** Words of the user. */
export interface UserStep {
  readonly kind: "user"
  readonly text: string
}

/** One answer of the model. */
export interface AnswerStep {
  readonly kind: "answer"
  readonly text: string
  readonly calls: ReadonlyArray<StepCall>
  /** Results of calls that the provider ran itself, before it gave the answer. */
  readonly ran?: ReadonlyArray<ResultStep>
  /** Undefined if it was not recorded; null for an answer that no model made, such as a fixed greeting. */
  readonly usage: Usage | null | undefined
  /** Why it ended, in the words of `Trace`. Undefined if the source does not say. */
  readonly stop?: string | undefined
}

export interface StepCall {
  /** As the source has it: it may be empty, or that of another call. */
  readonly id: string
  readonly name: string
  /** A JSON text, or what it says. */
  readonly args: Json | undefined
  /** The server that the source names. */
  readonly server?: string
  readonly caller?: Json
}

export interface ResultStep {
  readonly kind: "result"
  /** Undefined for a result that names its tool only: it belongs to the first call of that name without a result. */
  readonly id: string | undefined
  readonly name?: string
  /** A text, a list of blocks, or anything else that a tool returns. */
  readonly content: Json | undefined
  readonly structured?: Json
  /** The flag of the protocol or of the source. Undefined if it has none. */
  readonly isError?: boolean | undefined
}
