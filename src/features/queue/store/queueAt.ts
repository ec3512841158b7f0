/**
 * The queue at a url. What it is stored in is loaded when it is used: a replay needs none of it.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { QueueError, RunQueue } from "../../../engine/services/RunQueue.ts"
import type { Warn } from "./runStore.ts"

export interface QueueOptions {
  /** `postgres://user@host/database`, or `memory:` for one process. */
  readonly url: string
  /** The name of the worker, as others see it. */
  readonly worker: string
  readonly warn: Warn
}

export const queueAt = ({ url, warn, worker }: QueueOptions): Layer.Layer<RunQueue, QueueError> =>
  Layer.unwrap(
    Effect.promise(async () =>
      url === "memory:"
        ? (await import("./memory.ts")).layer({ worker })
        : (await import("./postgres.ts")).layer({ url, warn, worker })
    )
  )
