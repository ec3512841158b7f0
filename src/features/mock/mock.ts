/**
 * `passhat mock`: reads the tools, then serves them over stdio or HTTP until the client is done. Returns the exit code.
 */
import { createServer } from "node:http"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { mcpOverHttp } from "../../engine/layers/live/command/mcpOverHttp.ts"
import type { Sdk } from "../../engine/layers/live/command/toolServer.ts"
import { type RequestHandler, isLocalRequest, respond } from "../../engine/layers/platform/respond.ts"
import type { mockRow } from "./commands.ts"
import type { Values } from "../../app/flags/Flag.ts"
import { HOST, listening } from "../../app/kit/listening.ts"
import { stderr } from "../../app/kit/output/output.ts"
import { serveOverStdio } from "../../app/kit/stdioServer.ts"
import { faultsOf } from "./faultsOf.ts"
import { type MakeServer, mockServer } from "./server.ts"
import { readTools } from "./ToolsFile.ts"

export const mock = Effect.fn("mock")(function* ({ fault, http, toolsFrom }: Values<typeof mockRow>) {
  const faults = yield* faultsOf(fault)
  const file = yield* readTools(toolsFrom)
  const sdk = yield* Effect.promise(() => import("@modelcontextprotocol/server"))
  const serverFor = (disconnect: Effect.Effect<never>) => mockServer(sdk, file, faults, disconnect)
  yield* http === undefined ? overStdio(serverFor) : overHttp(sdk, http, serverFor)
  return 0
})

/** `disconnect` closes every connection and never completes. */
type ServerFor = (disconnect: Effect.Effect<never>) => MakeServer

/** Ends when the client closes its end, or when a fault disconnects. */
const overStdio = Effect.fnUntraced(function* (serverFor: ServerFor) {
  const over = yield* Deferred.make<void>()
  const disconnect = Effect.andThen(Deferred.succeed(over, undefined), Effect.never)
  yield* serveOverStdio(serverFor(disconnect), Deferred.await(over))
})

const PATH = "/mcp"

/** Streamable HTTP for this machine alone, until the process is ended. Prints its address on standard error. */
const overHttp = Effect.fnUntraced(function* (sdk: Sdk, asked: number, serverFor: ServerFor) {
  const listener = createServer((incoming, outgoing) =>
    isLocalRequest(incoming.headers) ? respond(incoming, outgoing, answer) : outgoing.writeHead(403).end()
  )
  const cut = Effect.sync(() => listener.closeAllConnections())
  const answer = atPath(mcpOverHttp(sdk, serverFor(Effect.andThen(cut, Effect.never))))
  const port = yield* listening(listener, asked, "--http")
  yield* stderr(`Serving MCP on http://${HOST}:${port}${PATH}\n`)
  return yield* Effect.never
})

const atPath =
  (answer: RequestHandler): RequestHandler =>
  async (request) =>
    new URL(request.url).pathname === PATH ? answer(request) : new Response(null, { status: 404 })
