/**
 * The server of `passhat view`: on 127.0.0.1, for pages of its own with its token. The page itself has no data, so that it is served
 * without one.
 */
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import { type IncomingHttpHeaders, type ServerResponse, createServer } from "node:http"
import { inPortions } from "../../engine/layers/platform/inPortions.ts"
import { isLocalRequest, respond } from "../../engine/layers/platform/respond.ts"
import { messageOf } from "../../app/kit/exitWith.ts"
import { listening } from "../../app/kit/listening.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import type { ApiProblem } from "./Api.ts"
import type { RouteAnswer, Routes } from "./routes.ts"
import { createHash, timingSafeEqual } from "node:crypto"
import { script, style } from "./bundle.ts"

type Work = Effect.Effect<Response, never, FileSystem.FileSystem>

/** Runs the work of a request; the signal aborts it when its connection closes. */
export type Start = (work: Work, options: { readonly signal: AbortSignal }) => Promise<Response>

/** Open until the end of the scope, which also ends every connection. Returns the port. */
export const openServer = Effect.fnUntraced(function* (asked: number, token: string, routes: Routes, start: Start) {
  let guard = guardOf(0, token)
  const server = createServer((incoming, outgoing) => {
    const { headers } = incoming
    if (!guard.isOurs(headers)) return refuse(outgoing)
    respond(incoming, outgoing, (request) =>
      start(answered(guard, routes, headers, request), { signal: request.signal })
    )
  })
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      server.close()
      server.closeAllConnections()
    })
  )
  const port = yield* listening(server, asked, "--port")
  guard = guardOf(port, token)
  return port
})

const refuse = (outgoing: ServerResponse): void =>
  void outgoing
    .writeHead(403, { ...securityHeaders(), "content-type": "text/plain; charset=utf-8" })
    .end("This is for the browser of the user who started passhat view.\n")

/** Completes whatever happens: what cannot be done is an answer too. */
const answered = (guard: Guard, routes: Routes, headers: IncomingHttpHeaders, request: Request): Work =>
  answer(guard, routes, headers, request).pipe(
    Effect.catch(({ hint, what }: UsageError) => Effect.succeed(problem(422, { what, hint }))),
    Effect.catchDefect((defect) => Effect.succeed(problem(500, crashed(messageOf(defect)))))
  )

const answer = Effect.fnUntraced(function* (
  guard: Guard,
  routes: Routes,
  headers: IncomingHttpHeaders,
  request: Request
) {
  const { pathname, searchParams } = new URL(request.url)
  const { method } = request
  if (method === "GET" && pathname === "/") return page()
  if (!guard.hasToken(headers)) return problem(401, NO_TOKEN)
  const table = method === "GET" ? routes.get : method === "POST" ? routes.post : {}
  // Own keys alone: the path is a text of the client.
  const route = Object.hasOwn(table, pathname) ? table[pathname] : undefined
  if (route === undefined) return problem(404, method === "POST" ? NO_ACTIONS : NOT_KNOWN)
  const body = method === "POST" ? yield* bodyOf(request) : new Uint8Array()
  return responseOf(yield* route(searchParams, body))
})

const NO_TOKEN: ApiProblem = {
  what: "This page has no token, or that of another passhat view.",
  hint: "Open the address that passhat view has printed."
}
const NOT_KNOWN: ApiProblem = { what: "There is nothing at this address.", hint: "Load the page again." }
const NO_ACTIONS: ApiProblem = {
  what: "This passhat view changes nothing.",
  hint: "Start it with --actions to record, bless and label from here."
}
const crashed = (message: string): ApiProblem => ({
  what: `passhat view failed: ${message}.`,
  hint: "Load the page again."
})

const responseWith = (status: number, type: string, body: BodyInit): Response =>
  new Response(body, { status, headers: { ...securityHeaders(), "content-type": `${type}; charset=utf-8` } })

const page = (): Response => responseWith(200, "text/html", shellPage())

const problem = (status: number, said: ApiProblem): Response =>
  responseWith(status, "application/json", JSON.stringify(said))

const responseOf = (made: RouteAnswer): Response =>
  "json" in made
    ? responseWith(200, "application/json", JSON.stringify(made.json))
    : responseWith(200, "text/plain", streamOf(made.pieces))

const streamOf = (pieces: Iterable<string>): ReadableStream<Uint8Array> => {
  const portions = inPortions(pieces)[Symbol.iterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull: (controller) => {
      const { done, value } = portions.next()
      if (done === true) controller.close()
      else controller.enqueue(encoder.encode(value))
    }
  })
}

/** What a page may send at once. */
const MOST_BYTES = 256 * 1024 * 1024

const bodyOf = Effect.fnUntraced(function* (request: Request) {
  const chunks: Array<Uint8Array> = []
  if (request.body === null) return new Uint8Array()
  const reader = request.body.getReader()
  for (let bytes = 0; ;) {
    const { done, value } = yield* Effect.promise(() => reader.read())
    if (done) break
    bytes += value.length
    if (bytes > MOST_BYTES) {
      return yield* new UsageError({ what: "The file is larger than 256 MiB.", hint: "Put it into the project." })
    }
    chunks.push(value)
  }
  return new Uint8Array(Buffer.concat(chunks))
})

/** Who may ask the server of `passhat view`: a browser on this machine, from a page of this server, with its token. */
export interface Guard {
  /** Whether the request is for this server, and from none but its own pages. */
  readonly isOurs: (headers: IncomingHttpHeaders) => boolean
  readonly hasToken: (headers: IncomingHttpHeaders) => boolean
}

const guardOf = (port: number, token: string): Guard => {
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`])
  const expected = digest(`Bearer ${token}`)
  return {
    // A page of another name that leads to this machine has that name in Host. A browser says where a request comes from.
    isOurs: (headers) =>
      hosts.has(headers.host ?? "") &&
      isLocalRequest(headers) &&
      SITES.has(String(headers["sec-fetch-site"] ?? "none")),
    hasToken: ({ authorization = "" }) => timingSafeEqual(digest(authorization), expected)
  }
}

/** `none` is an address that the user has typed, or a program that is no browser. */
const SITES: ReadonlySet<string> = new Set(["none", "same-origin"])

/** Of one length whatever is given, so that the comparison takes the same time. */
const digest = (text: string): Buffer => createHash("sha256").update(text).digest()

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

const shellPage = (): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>passhat view</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<noscript>This page needs its own script. passhat run, show, compare and history print the same as text.</noscript>
<script>${script}</script>
</body>
</html>
`

/** Sent with every answer. The page loads nothing, asks its server only, and is in no frame. */
const securityHeaders = (): Readonly<Record<string, string>> => ({
  "content-security-policy": [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; "),
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin"
})
