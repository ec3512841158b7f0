/**
 * Commands over a queue: what is wrong with it is one sentence, and a suite that does not compile is not published.
 */
import * as Effect from "effect/Effect"
import type { QueueOptions } from "./store/address.ts"
import type { QueueError, RunQueue } from "../../engine/services/RunQueue.ts"
import { escapeLine } from "../../base/std/escape.ts"
import { stderr } from "../../app/kit/output/output.ts"
import type { CompiledSuite, Suites } from "../../app/suites/compileSuites.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import type { Environment } from "../../base/std/Environment.ts"

/** Fails with a sentence, whatever is wrong with the queue. */
export const overQueue = <A, R>(
  at: Omit<QueueOptions, "warn">,
  work: Effect.Effect<A, QueueError | UsageError, R>
): Effect.Effect<A, UsageError, Exclude<R, RunQueue>> =>
  Effect.gen(function* () {
    const { queueAt } = yield* Effect.promise(() => import("./store/address.ts"))
    return yield* Effect.provide(work, queueAt({ ...at, warn }))
  }).pipe(Effect.catchTag("QueueError", (error) => Effect.fail(usageErrorOf(error))))

/** What a database has in the place of a plan may be any text. */
export const warn = (sentence: string): Effect.Effect<void> => stderr(`${escapeLine(sentence)}\n`)

export const usageErrorOf = ({ hint, sentence }: QueueError): UsageError => new UsageError({ what: sentence, hint })

/** Fails if one was refused. */
export const compiledOf = Effect.fnUntraced(function* (suites: Suites) {
  const compiled: Array<CompiledSuite> = []
  for (const one of suites) {
    const [issue] = one._tag === "refused" ? one.issues : []
    if (issue !== undefined) return yield* new UsageError({ what: issue.message, hint: issue.hint })
    if (one._tag === "compiled") compiled.push(one)
  }
  return compiled
})

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
