/**
 * Model and ToolHub of a replay: every call fails, because a replay must not reach the network.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { issue } from "../../../base/domain/issues.ts"
import { Infrastructure } from "../../services/Infrastructure.ts"
import { Model } from "../../services/Model.ts"
import { ToolHub } from "../../services/ToolHub.ts"

const refused = Effect.suspend(() =>
  Effect.fail(
    new Infrastructure({
      issue: issue("INFRASTRUCTURE", "A replay opens no model and no server.", "Record the run with --record.")
    })
  )
)

export const layer: Layer.Layer<Model | ToolHub> = Layer.mergeAll(
  Layer.succeed(Model, { ask: () => refused }),
  Layer.succeed(ToolHub, { open: () => refused })
)
