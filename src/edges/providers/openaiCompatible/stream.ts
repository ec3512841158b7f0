/**
 * Reads a completion that a server streamed, or says why it is none.
 */
import * as Result from "effect/Result"
import { completionOf } from "../../../base/domain/recording/streams/chatCompletion.ts"
import { isObject } from "../../../base/std/Json.ts"
import { type Failure, refused, unreadable } from "../wire/Failure.ts"

/** A stream that neither gives a reason for its end nor says that it is complete broke off. */
export const readStream = (chunks: ReadonlyArray<unknown>, isDone: boolean): Result.Result<unknown, Failure> => {
  const failed = chunks.filter(isObject).find(({ error }) => error !== undefined && error !== null)
  if (failed !== undefined) return Result.fail(refused(failed))
  const completion = completionOf(chunks)
  return completion.choices[0].finish_reason === null && !isDone
    ? Result.fail(unreadable("its stream ended before the answer did"))
    : Result.succeed(completion)
}
