/**
 * The MCP SDK, loaded with the first server that is opened: a replay never pays for it.
 */
import * as Effect from "effect/Effect"

export type { Client, JSONRPCMessage, Transport } from "@modelcontextprotocol/client"

export type Sdk = typeof import("@modelcontextprotocol/client")

export const loadSdk: Effect.Effect<Sdk> = Effect.promise(() => import("@modelcontextprotocol/client"))
