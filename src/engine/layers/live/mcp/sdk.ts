/**
 * The MCP SDK, loaded when the first server is opened, so that a replay does not load it.
 */
import * as Effect from "effect/Effect"
import { once } from "../../../../base/std/once.ts"

export type { Client, JSONRPCMessage, Transport } from "@modelcontextprotocol/client"

export type Sdk = typeof import("@modelcontextprotocol/client")

export const loadSdk: Effect.Effect<Sdk> = Effect.promise(once(() => import("@modelcontextprotocol/client")))
