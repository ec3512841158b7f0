/**
 * An agent of the user's own: everything it does goes through its session, so everything is observed.
 */
import type * as Effect from "effect/Effect"
import type { ToolAnswer, Usage } from "./Cassette.ts"
import type { JsonObject } from "./Json.ts"
import type { OfferedTool } from "./Tool.ts"

/** What a driver receives. It calls a tool by its name, or by `server/name` if two servers have a tool of that name. */
export interface Session {
  readonly prompt: string
  readonly system?: string
  readonly tools: ReadonlyArray<OfferedTool>
  readonly call: (tool: string, args?: JsonObject) => Promise<ToolAnswer>
  /** The same for drivers written as Effects. It fails only for reasons outside the agent. */
  readonly callEffect: (tool: string, args?: JsonObject) => Effect.Effect<ToolAnswer, Error>
  /** Reports a turn of the agent, before its calls or after them. */
  readonly say: (text: string, turn?: TurnReport) => void
  /** Reports tokens that were spent; otherwise they are unrecorded. */
  readonly usage: (tokens: Usage) => void
}

/** What a driver may tell of a turn beside its text. */
export interface TurnReport {
  /** How many calls the turn made: where every turn says so, they may all be reported at the end. */
  readonly calls?: number
}

/** Returns the final response. */
export type Drive = (session: Session) => string | Promise<string> | Effect.Effect<string, unknown>

/** Something to do around a live run: an Effect, or a function that may be async. */
export type Hook = Effect.Effect<unknown, unknown> | (() => unknown)
