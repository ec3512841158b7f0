/**
 * The queue at an address.
 */
import type * as Layer from "effect/Layer"
import type { QueueError, RunQueue } from "../../services/RunQueue.ts"
import * as Postgres from "./postgres.ts"

export interface QueueAt {
  readonly url: string
  /** The name of this worker, for those who look at the queue; empty for what only looks at it. */
  readonly worker?: string
}

export const queueAt = ({ url, worker = "" }: QueueAt): Layer.Layer<RunQueue, QueueError> =>
  Postgres.layer({ url, worker })
