/**
 * Which queue a command works with: what its flag says, else PASSHAT_QUEUE.
 */
import * as Effect from "effect/Effect"
import type { Environment } from "../../base/std/Environment.ts"
import { UsageError } from "../../app/kit/UsageError.ts"

/** Undefined if neither names one. */
export const queueNamed = (flag: string | undefined, { PASSHAT_QUEUE }: Environment): string | undefined =>
  flag ?? (PASSHAT_QUEUE === "" ? undefined : PASSHAT_QUEUE)

export const queueUrl = (flag: string | undefined, environment: Environment): Effect.Effect<string, UsageError> => {
  const named = queueNamed(flag, environment)
  return named === undefined
    ? Effect.fail(
        new UsageError({
          what: "No queue is named.",
          hint: "Give --queue postgres://user@host/database, or set PASSHAT_QUEUE."
        })
      )
    : Effect.succeed(named)
}
