/**
 * The mock over streamable HTTP, for this machine alone, until the process is ended.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable, Writable } from "node:stream"
import * as Effect from "effect/Effect"
import { type Answer, conversations } from "../../layers/live/command/conversations.ts"
import type { Sdk } from "../../layers/live/command/toolServer.ts"
import { errorCode } from "../../layers/platform/attempt.ts"
import { stderr } from "../output.ts"
import { Usage } from "../Usage.ts"
import type { Servers } from "./mock.ts"

const HOST = "127.0.0.1"
const PATH = "/mcp"

/** Says where it listens on standard error. */
export const overHttp = Effect.fnUntraced(function* (sdk: Sdk, asked: number, servers: Servers) {
  const listener = createServer((incoming, outgoing) => {
    void respond(incoming, outgoing, answer).catch(() => outgoing.destroy())
  })
  const cut = Effect.sync(() => listener.closeAllConnections())
  const answer = guarded(sdk, conversations(sdk, servers(Effect.andThen(cut, Effect.never))))
  const port = yield* listening(listener, asked)
  yield* stderr(`Serving MCP on http://${HOST}:${port}${PATH}\n`)
  return yield* Effect.never
})

const listening = (listener: Server, port: number): Effect.Effect<number, Usage> => ...
