/**
 * The world of a replay: no model and no server. Nothing asks for them while there are recordings, and nothing could.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { issue } from "../../domain/issues.ts"
import { Infrastructure } from "../../services/Infrastructure.ts"
import { Model } from "../../services/Model.ts"
import { ToolHub } from "../../services/ToolHub.ts"

/** What whoever asks anyway is told. */
export const closed = new Infrastructure({
  issue: issue("INFRASTRUCTURE", "A replay opens no model and no server.", "Record the run with --record.")
})

export const layer: Layer.Layer<Model | ToolHub> = Layer.mergeAll(
  Layer.succeed(Model, { ask: () => Effect.fail(closed) }),
  Layer.succeed(ToolHub, { open: () => Effect.fail(closed) })
)
