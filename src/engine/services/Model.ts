/**
 * The model under test, as the interpreter needs it: the conversation so far in, one answer out.
 *
 * Layers: `layers/live/model.ts`, `layers/scripted/model.ts`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ModelAnswer } from "../../base/domain/recording/Cassette.ts"
import type { SentImage } from "../../base/domain/plan/Image.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { OfferedTool } from "../../base/domain/plan/Tool.ts"
import type { ToolResult } from "../../base/domain/trace/Trace.ts"
import type { Infrastructure } from "./Infrastructure.ts"

export type Message =
  | { readonly role: "user"; readonly text: string; readonly images?: ReadonlyArray<SentImage> }
  | { readonly role: "assistant"; readonly answer: ModelAnswer }
  /** Images, sounds and files are as their server sent them, in base64. */
  | { readonly role: "tools"; readonly results: ReadonlyArray<ToolResult> }

export interface Request {
  /** Its system prompt has the instructions of the servers as well. */
  readonly cell: Cell
  /** From 1. */
  readonly run: number
  readonly messages: ReadonlyArray<Message>
  /** What the model may call. */
  readonly tools: ReadonlyArray<OfferedTool>
}

/**
 * The model. It is asked for one answer at a time, with the whole conversation so far, by several runs at once.
 *
 * What must hold of a layer: the calls of an answer name a server and a tool of `request.tools`, each with an id that no other
 * call of the answer has; `usage` is left out if it is not known; `stop_reason` is `end_turn` if the model has ended by itself, and
 * `max_tokens` if it was cut off. An answer without calls ends the run. What fails says nothing of the agent:
 * the run has no verdict.
 */
export class Model extends Context.Service<
  Model,
  {
    readonly ask: (request: Request) => Effect.Effect<ModelAnswer, Infrastructure>
    /** Fails if it is known that no question of this run will be answered, before anything is started for it. */
    readonly ready?: (cell: Cell, run: number) => Effect.Effect<void, Infrastructure>
  }
>()("passhat/Model") {}
