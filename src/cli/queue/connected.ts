/**
 * Commands over a queue: what is wrong with it is one sentence, and a suite that does not compile is not published.
 */
import * as Effect from "effect/Effect"
import type { QueueOptions } from "../../layers/queue/queueAt.ts"
import type { QueueError, RunQueue } from "../../services/RunQueue.ts"
import type { CompiledSuite, RefusedSuite } from "../suites/compileSuites.ts"
import { UsageError } from "../UsageError.ts"

/** Fails with a sentence, whatever is wrong with the queue. */
export const overQueue = <A, R>(
  at: QueueOptions,
  work: Effect.Effect<A, QueueError | UsageError, R>
): Effect.Effect<A, UsageError, Exclude<R, RunQueue>> =>
  Effect.gen(function* () {
    const { queueAt } = yield* Effect.promise(() => import("../../layers/queue/queueAt.ts"))
    return yield* Effect.provide(work, queueAt(at))
  }).pipe(Effect.catchTag("QueueError", (error) => Effect.fail(usageErrorOf(error))))

export const usageErrorOf = ({ hint, sentence }: QueueError): UsageError => new UsageError({ what: sentence, hint })

/** Fails if one was refused. */
export const compiledOf = Effect.fnUntraced(function* (suites: ReadonlyArray<CompiledSuite | RefusedSuite>) {
  const compiled: Array<CompiledSuite> = []
  for (const one of suites) {
    const [issue] = "issues" in one ? one.issues : []
    if (issue !== undefined) return yield* new UsageError({ what: issue.message, hint: issue.hint })
    if (!("issues" in one)) compiled.push(one)
  }
  return compiled
})
