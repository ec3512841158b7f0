/**
 * `passhat run --queue`: judges what workers recorded, as from files.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { isReplay, type LiveParts } from "../../engine/services/LiveParts.ts"
import { RunQueue } from "../../engine/services/RunQueue.ts"
import type { CompiledSuite } from "../../app/suites/compileSuites.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { usageErrorOf, warn } from "./connected.ts"
import { queueStore } from "./queueStore.ts"

/** The queue stays open until the scope closes. */
export const queueStores = Effect.fnUntraced(function* (url: string, parts: LiveParts) {
  if (!isReplay(parts)) {
    return yield* new UsageError({
      what: "--queue judges what is recorded on a queue, and cannot be combined with another mode.",
      hint: "Record on the queue with passhat record --queue, or leave one of them out."
    })
  }
  const { queueAt } = yield* Effect.promise(() => import("./store/queueAt.ts"))
  const queue = Context.get(
    yield* Effect.mapError(Layer.build(queueAt({ url, worker: "", warn })), usageErrorOf),
    RunQueue
  )
  const plans = yield* Effect.mapError(queue.plans, usageErrorOf)
  return (suite: CompiledSuite) => queueStore(queue, suite, plans)
})
