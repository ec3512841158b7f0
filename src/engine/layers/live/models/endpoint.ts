/**
 * An HTTP endpoint that only processes of this machine can use that know its URL, which begins with a random token.
 */
import * as Effect from "effect/Effect"
import { randomBytes } from "node:crypto"
import { type Server, createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Infrastructure } from "../../../services/Infrastructure.ts"
import { type RequestHandler, isLocalRequest, respond } from "../../platform/respond.ts"
import { infrastructure } from "../infrastructure.ts"

const HOST = "127.0.0.1"

/**
 * Serves each path below the token with its handler; a path that ends in `/` covers everything below it. Open until `close` or the
 * end of the scope, which also end every connection.
 */
export const openEndpoint = Effect.fnUntraced(function* (handlers: Readonly<Record<string, RequestHandler>>) {
  const token = `/${randomBytes(32).toString("base64url")}`
  const byPath = new Map(Object.entries(handlers).map(([path, handler]) => [`${token}${path}`, handler]))
  const folders = [...byPath].filter(([path]) => path.endsWith("/"))
  const handlerOf = (url: string): RequestHandler | undefined =>
    byPath.get(url) ?? folders.find(([path]) => url.startsWith(path))?.[1]
  const server = createServer((incoming, outgoing) => {
    const handler = handlerOf(incoming.url ?? "")
    if (!isLocalRequest(incoming.headers)) outgoing.writeHead(403).end()
    else if (handler === undefined) outgoing.writeHead(404).end()
    else respond(incoming, outgoing, handler)
  })
  const close = Effect.sync(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = yield* Effect.acquireRelease(listening(server), () => close)
  return { url: `http://${HOST}:${port}${token}`, close }
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
