/**
 * An HTTP endpoint that only this machine can reach, and only those who know its address: there is a token in its path.
 */
import * as Effect from "effect/Effect"
import { randomBytes } from "node:crypto"
import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Infrastructure } from "../../../services/Infrastructure.ts"
import { type Answer, respond } from "../../platform/respond.ts"
import { broken } from "./broken.ts"

const HOST = "127.0.0.1"
/** What a request may say of where it was sent to, and from: a page in a browser cannot pretend to be from here. */
const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"])

/** Open until its scope closes, or until it is closed: then every connection ends at once. */
export const openEndpoint = Effect.fnUntraced(function* (answer: Answer) {
  const path = `/${randomBytes(32).toString("base64url")}/mcp`
  const server = createServer((incoming, outgoing) => {
    const refusal = refusalOf(incoming, path)
    if (refusal === undefined) respond(incoming, outgoing, answer)
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
      resume(Effect.fail(broken(`No port of ${HOST} can be listened on: ${message}.`, "Allow it, or free a port.")))
    )
    server.listen(0, HOST, () => resume(Effect.succeed(server.address() as AddressInfo)))
  })

const refusalOf = ({ headers: { host, origin }, url }: IncomingMessage, path: string): number | undefined => {
  if (!isLoopback(`http://${host}`) || (origin !== undefined && !isLoopback(origin))) return 403
  return url === path ? undefined : 404
}

const isLoopback = (url: string): boolean => URL.canParse(url) && LOOPBACK.has(new URL(url).hostname)
