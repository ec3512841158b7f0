/**
 * An agent of the user's own: everything it does goes through its session, so everything is observed.
 */
import type * as Effect from "effect/Effect"
import type { ToolAnswer, Usage } from "./Cassette.ts"
import type { SentImage } from "../plan/Image.ts"
import type { Json, JsonObject } from "../Json.ts"
import type { OfferedTool } from "../plan/Tool.ts"

/** What a driver receives. It calls a tool by its name, or by `server/name` if two servers have a tool of that name. */
export interface Session {
  /** The message of the user that is to be answered: the prompt, and after it each message of a conversation. */
  readonly prompt: string
  /** Those that came with the message. A driver gets images only if it says that it takes them. */
  readonly images: ReadonlyArray<SentImage>
  /** What was said before it, without what the agent reported in between. Empty for the prompt. */
  readonly messages: ReadonlyArray<SaidMessage>
  /** What the agent keeps between the messages of a run: the same object for all of them, empty at first. */
  readonly memory: { [name: string]: unknown }
  readonly system?: string
  /** What the servers tell their clients about themselves, each under a heading with its name. */
  readonly instructions?: string
  /** The name of the model in the suite; for an agent without a model, the name of its driver. */
  readonly model: string
  /** The number of this run in its cell, from 1. */
  readonly run: number
  /** Aborts if the run ends before the driver does: it took too long, was interrupted, or a server could not be reached. */
  readonly signal: AbortSignal
  readonly tools: ReadonlyArray<OfferedTool>
  /** The address of an MCP server with the tools, for the MCP client of a framework. The server starts at the first read. */
  readonly mcp: Promise<McpAddress>
  /** Addresses for the clients of the agent's model, whose requests are then kept. What serves them starts at the first read. */
  readonly modelProxy: ModelProxyAddresses
  /** Rejects only if `signal` aborts, with its reason: the call is then closed as one that the agent gave up. */
  readonly call: (tool: string, args?: JsonObject, options?: CallOptions) => Promise<ToolAnswer>
  /** The same for drivers written as Effects. It fails only for reasons outside the agent. */
  readonly callEffect: (tool: string, args?: JsonObject) => Effect.Effect<ToolAnswer, Error>
  /** Reports an answer of the agent's model after its calls, as frameworks do: the calls since the last step are its calls. */
  readonly step: (step: StepReport) => void
  /** Reports a turn of the agent, before its calls or after them. */
  readonly say: (text: string, turn?: TurnReport) => void
  /** Reports tokens that were spent; otherwise they are unrecorded. */
  readonly usage: (tokens: Usage) => void
}

/** A message of the user, or what the agent answered it with. */
export interface SaidMessage {
  readonly role: "user" | "assistant"
  readonly content: string
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
}

/** An MCP server (streamable HTTP) on this machine, open until the run ends. Its tools are named `<server>__<tool>`. */
export interface McpAddress {
  /** Contains a secret that is new for each run. */
  readonly url: string
  /** To be sent with every request. */
  readonly headers: Readonly<Record<string, string>>
}

/** Base addresses for clients of a provider's API, on this machine and open until the run ends. Each contains a secret. */
export interface ModelProxyAddresses {
  /** As Anthropic's own clients take it: they append `/v1/messages`. */
  readonly anthropic: Promise<string>
  /** As OpenAI's own clients take it: it ends in `/v1`. */
  readonly openai: Promise<string>
}

/** One answer of the agent's model, with all that a framework tells of it. What is not known is left out. */
export interface StepReport {
  readonly text?: string | undefined
  /** Its tokens. If they are missing for a step, those of the run are unrecorded. */
  readonly usage?: { readonly input: number | undefined; readonly output: number | undefined } | undefined
  /** Why the answer ended, in the words of the framework or its provider. */
  readonly stopReason?: string | undefined
  /** How many calls it made: if every step says so, they may all be reported at the end. */
  readonly calls?: number | undefined
  /** Calls of tools of the agent itself, which do not go through the session. */
  readonly ownCalls?: ReadonlyArray<OwnCall> | undefined
}

/** A call of a tool of the agent itself. It is in the trace with the server `agent`. */
export interface OwnCall {
  readonly name: string
  readonly args?: JsonObject | undefined
  /** A text or any JSON. Without it and `isError` the trace has no result of the call. */
  readonly result?: Json | undefined
  readonly isError?: boolean | undefined
}

/** The server that own calls of an agent have in its trace. */
export const OWN_SERVER = "agent"

/** What a driver may tell of a turn beside its text. */
export interface TurnReport {
  /** How many calls the turn made: where every turn says so, they may all be reported at the end. */
  readonly calls?: number
}

/** What a driver returns: its final response, with the reason why it stopped if that is not the end of its turn. */
export type Final = string | { readonly text: string; readonly stopReason?: string | undefined }

/** Returns the final response; in a conversation it is called for each message of the user. `R` are the services that it needs, if it is an Effect: layers of the suite provide them. */
export type Drive<R = never> = (session: Session) => Final | Promise<Final> | Effect.Effect<Final, unknown, R>

/** Something to do around a live run: an Effect, or a function that may be async. */
export type Hook<R = never> = Effect.Effect<unknown, unknown, R> | (() => unknown)
