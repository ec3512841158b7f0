/**
 * The mock over streamable HTTP, for this machine alone, until the process is ended.
 */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import { mcpOverHttp } from "../../layers/live/command/mcpOverHttp.ts"
import type { Sdk } from "../../layers/live/command/toolServer.ts"
import { errorCode } from "../../layers/platform/tryPlatform.ts"
import { stderr } from "../output/output.ts"
import { UsageError } from "../UsageError.ts"
import type { Servers } from "./mockServer.ts"
import { type RequestHandler, respond } from "../../layers/platform/respond.ts"

const HOST = "127.0.0.1"
const PATH = "/mcp"

/** Says on standard error where it listens. */
export const overHttp = Effect.fnUntraced(function* (sdk: Sdk, asked: number, servers: Servers) {
  const listener = createServer((incoming, outgoing) => respond(incoming, outgoing, answer))
  const cut = Effect.sync(() => listener.closeAllConnections())
  const answer = guarded(sdk, mcpOverHttp(sdk, servers(Effect.andThen(cut, Effect.never))))
  const port = yield* listening(listener, asked)
  yield* stderr(`Serving MCP on http://${HOST}:${port}${PATH}\n`)
  return yield* Effect.never
})

/** A page in a browser cannot pretend to be from here. */
const guarded =
  (sdk: Sdk, answer: RequestHandler): RequestHandler =>
  async (request) =>
    sdk.hostHeaderValidationResponse(request, sdk.localhostAllowedHostnames()) ??
    sdk.originValidationResponse(request, sdk.localhostAllowedOrigins()) ??
    (new URL(request.url).pathname === PATH ? answer(request) : new Response(null, { status: 404 }))

const listening = (listener: Server, port: number): Effect.Effect<number, UsageError> =>
  port < 0 || port > 65_535
    ? Effect.fail(new UsageError({ what: `--http is ${port}.`, hint: "Give it a port from 0 to 65535." }))
    : Effect.callback((resume) => {
        listener.once("error", (error) =>
          resume(
            Effect.fail(
              new UsageError({
                what: `Port ${port} of ${HOST} cannot be listened on: ${errorCode(error)}.`,
                hint: "Choose another; 0 takes any that is free."
              })
            )
          )
        )
        listener.listen(port, HOST, () => resume(Effect.succeed((listener.address() as AddressInfo).port)))
      })
