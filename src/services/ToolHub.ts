/**
 * The MCP servers of a run behind one door: opened once per run, so that no state leaks between runs.
 *
 * Layers: `layers/scripted/toolHub.ts`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { AskedCall, ToolAnswer } from "../domain/Cassette.ts"
import type { Cell } from "../domain/Plan.ts"
import type { Infrastructure } from "./Infrastructure.ts"

export interface ToolSession {
  readonly call: (call: AskedCall) => Effect.Effect<ToolAnswer, Infrastructure>
}

export class ToolHub extends Context.Service<
  ToolHub,
  { readonly open: (cell: Cell, run: number) => Effect.Effect<ToolSession, Infrastructure, Scope.Scope> }
>()("passhat/ToolHub") {}
