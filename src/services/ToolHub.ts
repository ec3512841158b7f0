/**
 * The MCP servers of a run behind one door: opened once per run, so that no state leaks between runs.
 *
 * Layers: `layers/live/toolHub.ts`, `layers/scripted/toolHub.ts`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { AskedCall, ServerInfo, ToolAnswer, Violation } from "../domain/Cassette.ts"
import type { Cell } from "../domain/Plan.ts"
import type { OfferedTool } from "../domain/Tool.ts"
import type { Infrastructure } from "./Infrastructure.ts"

export interface ToolSession {
  /** Listed once, when the session was opened. */
  readonly tools: ReadonlyArray<OfferedTool>
  readonly servers: ReadonlyArray<ServerInfo>
  /** May be interrupted, which cancels the call at its server. */
  readonly call: (call: AskedCall) => Effect.Effect<ToolAnswer, Infrastructure>
  /** What the servers sent against the protocol since it was last asked, also once the session is closed. Absent: nothing. */
  readonly violations?: () => ReadonlyArray<Violation>
}

export class ToolHub extends Context.Service<
  ToolHub,
  { readonly open: (cell: Cell, run: number) => Effect.Effect<ToolSession, Infrastructure, Scope.Scope> }
>()("passhat/ToolHub") {}
