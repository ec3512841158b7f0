/**
 * The MCP servers of a run behind one door: opened once per run, so that no state leaks between runs.
 *
 * Layers: `layers/live/toolHub.ts`, `layers/scripted/toolHub.ts`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { AskedCall, ServerInfo, ToolAnswer, Violation } from "../../base/domain/recording/Cassette.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { Relisting, ServerRequest } from "../../base/domain/trace/ServerRequests.ts"
import type { OfferedTool } from "../../base/domain/plan/Tool.ts"
import type { Infrastructure } from "./Infrastructure.ts"

export interface ToolSession {
  /** As listed when the session was opened. */
  readonly tools: ReadonlyArray<OfferedTool>
  readonly servers: ReadonlyArray<ServerInfo>
  /** Answers with images, sounds and files in base64, as MCP has them. May be interrupted, which cancels the call at its server. */
  readonly call: (call: AskedCall) => Effect.Effect<ToolAnswer, Infrastructure>
  /** Answers a call whose answer a fault has damaged, as the agent received it. Absent: what `call` answers is damaged. */
  readonly received?: (call: AskedCall) => Effect.Effect<ToolAnswer, Infrastructure>
  /** What the servers sent against the protocol since it was last asked, also once the session is closed. Absent: nothing. */
  readonly violations?: () => ReadonlyArray<Violation>
  /** What the servers asked and were answered since it was last asked, likewise. */
  readonly serverRequests?: () => ReadonlyArray<ServerRequest>
  /** The tools as they are now: servers that announced a change have listed them again. Absent: they do not change. */
  readonly relist?: Effect.Effect<Relisted, Infrastructure>
}

export interface Relisted {
  readonly tools: ReadonlyArray<OfferedTool>
  /** Since the last time. */
  readonly changes: ReadonlyArray<Omit<Relisting, "turn">>
}

/**
 * The servers of the runs. What must hold of a layer: a session is of one run, and what one run does is not seen by another
 * unless the suite shares the server; a tool that reports an error is an answer (`is_error`), and only a server that does not
 * answer fails. The session ends with its scope.
 */
export class ToolHub extends Context.Service<
  ToolHub,
  { readonly open: (cell: Cell, run: number) => Effect.Effect<ToolSession, Infrastructure, Scope.Scope> }
>()("passhat/ToolHub") {}
