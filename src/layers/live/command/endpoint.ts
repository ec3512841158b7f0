/**
 * An HTTP endpoint that only processes of this machine can use that know its URL, which contains a random token.
 */
import * as Effect from "effect/Effect"
import { randomBytes } from "node:crypto"
import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Infrastructure } from "../../../services/Infrastructure.ts"
import { isLocalRequest } from "../../platform/isLocalRequest.ts"
import { type RequestHandler, respond } from "../../platform/respond.ts"
import { infrastructure } from "../infrastructure.ts"

const HOST = "127.0.0.1"

/** Open until `close` or the end of the scope, which also end every connection. */
export const openEndpoint = Effect.fnUntraced(function* (handler: RequestHandler) {
  const path = `/${randomBytes(32).toString("base64url")}/mcp`
  const server = createServer((incoming, outgoing) => {
    const refusal = refusalOf(incoming, path)
    if (refusal === undefined) respond(incoming, outgoing, handler)
    else outgoing.writeHead(refusal).end()
  })
  const close = Effect.sync(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = yield* Effect.acquireRelease(listening(server), () => close)
  return { url: `http://${HOST}:${port}${path}`, close }
})

const listening = (server: Server): Effect.Effect<AddressInfo, Infrastructure> =>
  Effect.callback((resume) => {
    server.on("error", ({ message }) =>
      resume(
        Effect.fail(infrastructure(`No port of ${HOST} can be listened on: ${message}.`, "Allow it, or free a port."))
      )
    )
    server.listen(0, HOST, () => resume(Effect.succeed(server.address() as AddressInfo)))
  })

const refusalOf = ({ headers, url }: IncomingMessage, path: string): number | undefined => {
  if (!isLocalRequest(headers)) return 403
  return url === path ? undefined : 404
}
