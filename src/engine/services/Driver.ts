/**
 * The code that a suite carries beside its plan: drivers, and what to do around a run.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { ToolAnswer } from "../../base/domain/recording/Cassette.ts"
import type { Drive, Hook, McpAddress, ModelProxyAddresses, Session, StepReport } from "../../base/domain/recording/Driver.ts"
import { issue } from "../../base/domain/issues.ts"
import type { JsonObject } from "../../base/domain/Json.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { SaysNext } from "../../base/domain/trace/traceSoFar.ts"
import type { WireExchange } from "../../base/domain/recording/Wire.ts"
import { Infrastructure } from "./Infrastructure.ts"

/** The code that a suite carries for a cell: it is never in the plan, and never run in a replay. */
export interface UserCode {
  readonly drive?: Drive
  /** The clock of a driver that is an Effect: virtual, or the wall clock if it asks for that. */
  readonly clock?: "wall"
  readonly command?: ReadonlyArray<string>
  /** What of the agent's requests to its model is left out where they are compared: paths, and patterns of texts. */
  readonly volatile?: ReadonlyArray<string | RegExp>
  /** The functions among the messages of the user after the prompt, each at the place of its message. */
  readonly turns?: ReadonlyArray<SaysNext | undefined>
  /** The images of the user's messages, in base64, by their hashes. */
  readonly images?: ReadonlyMap<string, string>
  readonly before: ReadonlyArray<Hook>
  readonly after: ReadonlyArray<Hook>
}

export const noCode: UserCode = { before: [], after: [] }

/** The code of a cell, by id. */
export const UserCodes = Context.Reference<(cell: string) => UserCode>("passhat/UserCodes", {
  defaultValue: () => () => noCode
})

const unavailable = (what: string) =>
  Effect.fail(new Infrastructure({ issue: issue("INFRASTRUCTURE", what, "Run the suite with --record.") }))

/** Tools that are served to an agent over MCP. */
export interface ServedTools extends Pick<Session, "instructions" | "tools"> {
  /** As `callEffect`. The call is noted at once, and begins when `arrived` completes. */
  readonly callServed: (tool: string, args: JsonObject, served: ServedCall) => Effect.Effect<ToolAnswer, Error>
}

export interface ServedCall {
  readonly arrived: Effect.Effect<void>
  /** Receives the id that the call has in the trace. */
  readonly onNoted?: (id: string) => void
}

/** The session of an agent in another process. */
export interface AgentSession extends Session, ServedTools {
  /** Takes what the agent reported of itself as a whole, once it has ended: its turns, and the turn of each call by id. */
  readonly told: (steps: ReadonlyArray<StepReport>, turns: ReadonlyMap<string, number>) => void
  /** Notes that the agent sent what cannot be read. */
  readonly unreadable: (count: number, text: string) => void
}

/** Runs an agent in another process. */
export const Commands = Context.Reference<{
  readonly run: (
    command: ReadonlyArray<string>,
    session: AgentSession
  ) => Effect.Effect<string, Infrastructure, Scope.Scope>
}>("passhat/Commands", {
  defaultValue: () => ({ run: () => unavailable("No process can be started here.") })
})

/** Serves the tools of a run as an MCP server on this machine until the scope closes. */
export const McpEndpoints = Context.Reference<{
  readonly open: (tools: ServedTools) => Effect.Effect<McpAddress, Infrastructure, Scope.Scope>
}>("passhat/McpEndpoints", {
  defaultValue: () => ({ open: () => unavailable("No MCP server can be started here.") })
})

/** What is between an agent and its model in one run. */
export interface ModelProxy {
  readonly addresses: { readonly [Api in keyof ModelProxyAddresses]: string }
  /** What was sent so far, in the order of the requests. Ask once the agent has ended. */
  readonly exchanges: Effect.Effect<ReadonlyArray<WireExchange>>
  /** The recorded exchanges that answered the agent, if it was not the model. They are not kept again. */
  readonly replayed?: Effect.Effect<ReadonlyArray<WireExchange>>
}

/** Opens such a proxy until the scope closes. `fail` ends the run: it is called before the agent is answered. */
export const ModelProxies = Context.Reference<{
  readonly open: (
    cell: Cell,
    run: number,
    fail: (error: Infrastructure) => void
  ) => Effect.Effect<ModelProxy, Infrastructure, Scope.Scope>
}>("passhat/ModelProxies", {
  defaultValue: () => ({ open: () => unavailable("No requests to a model can be kept here.") })
})

export type { Drive, Hook, McpAddress, Session }
