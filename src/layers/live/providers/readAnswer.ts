/**
 * Decodes what a provider sent under a 200: an answer, or the error that it sent in its place.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { broken, type Failure, refused } from "./Failure.ts"

export const readAnswer = <S extends Schema.ConstraintDecoder<unknown>>(
  schema: S,
  said: unknown
): Result.Result<S["Type"], Failure> =>
  isError(said)
    ? Result.fail(refused(said.error))
    : Result.mapError(Schema.decodeUnknownResult(schema)(said), ({ message }) => broken(message))

const isError = Schema.is(Schema.Struct({ error: Schema.Record(Schema.String, Schema.Unknown) }))
