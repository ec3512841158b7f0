/**
 * The model under test, as the interpreter needs it: the conversation so far in, one answer out.
 *
 * Layers: `layers/live/model.ts`, `layers/scripted/model.ts`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ModelAnswer } from "../domain/Cassette.ts"
import type { Cell } from "../domain/Plan.ts"
import type { OfferedTool } from "../domain/Tool.ts"
import type { ToolResult } from "../domain/Trace.ts"
import type { Infrastructure } from "./Infrastructure.ts"

export type Message =
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly answer: ModelAnswer }
  | { readonly role: "tools"; readonly results: ReadonlyArray<ToolResult> }

export interface Request {
  readonly cell: Cell
  /** From 1. */
  readonly run: number
  readonly messages: ReadonlyArray<Message>
  /** What the model may call. */
  readonly tools: ReadonlyArray<OfferedTool>
}

export class Model extends Context.Service<
  Model,
  { readonly ask: (request: Request) => Effect.Effect<ModelAnswer, Infrastructure> }
>()("passhat/Model") {}
