/**
 * What a model said of a recorded run when it was asked about a rubric. It is shown, and decides nothing.
 */
import * as Schema from "effect/Schema"
import { Tokens } from "../trace/Trace.ts"

export const Judgement = Schema.Struct({
  /** SHA-256 of the question and the model that was asked: another rubric, or another model, was not asked. */
  asked_sha256: Schema.String,
  /** As it may be shown: without secrets. */
  question: Schema.String,
  model: Schema.String,
  /** Which of several asks of this model, from 1. */
  ask: Schema.Natural,
  /** Left out if it could not answer: then the reason says why. */
  verdict: Schema.optionalKey(Schema.Literals(["pass", "fail"])),
  reason: Schema.String,
  /** Of the judge alone. Left out if they are not known. */
  tokens: Schema.optionalKey(Tokens)
})
export interface Judgement extends Schema.Schema.Type<typeof Judgement> {}
