/**
 * An MCP server over HTTP with one fault a path: `/<fault>/mcp`. It prints its address. `/<fault>/seen` tells how often the path was
 * asked to go on with a stream, and `/stranger` is another origin's, which must never be asked.
 */
import { createServer } from "node:http"
import { createGzip } from "node:zlib"

const text = (words) => ({ content: [{ type: "text", text: words }] })
const framed = (message) => JSON.stringify({ jsonrpc: "2.0", ...message })
const right = (id) => framed({ id, result: text("right ü") })
const seen = {}
const json = { "content-type": "application/json" }
const sse = { "content-type": "text/event-stream" }
const event = (data) => `data: ${data}\n\n`

/** Sends the bytes in pieces, each in a turn of the event loop of its own. */
const inPieces = (response, bytes, size) =>
  bytes.length <= size
    ? response.end(bytes)
    : response.write(bytes.subarray(0, size), () => setImmediate(() => inPieces(response, bytes.subarray(size), size)))

const status = (code) => (response) => response.writeHead(code, json).end('{"error":"no"}')
const body = (make) => (response, id) => response.writeHead(200, json).end(make(id))
const stream = (make) => (response, id) => response.writeHead(200, sse).end(make(id))
const pour = (response, chunk) => {
  while (!response.destroyed && response.write(chunk));
  response.once("drain", () => pour(response, chunk))
}

/** How a call of the tool `broken` is answered; those with GET also answer the request to go on with a stream. */
const faults = {
  latency: (response, id) => setTimeout(() => body(right)(response, id), 300),
  drip: (response, id) => inPieces(response.writeHead(200, sse), Buffer.from(event(right(id))), 1),
  slices: (response, id) => {
    const note = framed({ method: "notifications/message", params: { level: "info", data: "ü" } })
    inPieces(response.writeHead(200, sse), Buffer.from(`: hello\r\n\r\n${event(note)}${event(right(id))}`), 7)
  },
  halfClose: stream(() => ": nothing\n\n"),
  resetMidFrame: (response) => response.writeHead(200, sse).write('data: {"jsonrpc":', () => response.destroy()),
  truncatedBody: (response, id) =>
    response
      .writeHead(200, { ...json, "content-length": "9999" })
      .write(right(id).slice(0, 20), () => response.destroy()),
  timeout: () => {},
  garbage: body(() => "}{"),
  garbageEvents: stream((id) => `${event("}{")}${event("[1,2]")}event: ping\n${event("x")}${event(right(id))}`),
  wrongType: (response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Hello</h1>"),
  duplicateId: stream((id) => event(right(id)) + event(framed({ id, result: text("again") }))),
  wrongId: stream((id) => event(framed({ id: id + 1000, result: text("wrong") }))),
  wrongIdInBody: body((id) => framed({ id: id + 1000, result: text("wrong") })),
  stringId: stream((id) => event(framed({ id: String(id), result: text("wrong") })) + event(right(id))),
  notFound: status(404),
  conflict: status(409),
  unauthorized: status(401),
  unavailable: status(503),
  redirect: (response) => response.writeHead(307, { location: `http://localhost:${port()}/stranger` }).end(),
  endlessSse: (response) => pour(response.writeHead(200, sse), ": x\n".repeat(16_384)),
  endlessComments: (response) => {
    const timer = setInterval(() => response.write(": still here\n\n"), 20)
    response.writeHead(200, sse).once("close", () => clearInterval(timer))
  },
  endlessProgress: (response, id) => {
    const note = framed({ method: "notifications/progress", params: { progressToken: id, progress: 1 } })
    const timer = setInterval(() => response.write(event(note)), 20)
    response.writeHead(200, sse).once("close", () => clearInterval(timer))
  },
  storm: stream(() => "id: 1\nretry: 0\ndata:\n\n"),
  retryLater: stream(() => "id: 1\nretry: 99999999999\ndata:\n\n"),
  bomb: (response) => {
    const packed = createGzip()
    packed.pipe(response.writeHead(200, { ...json, "content-encoding": "gzip" }))
    const zeros = Buffer.alloc(1 << 20, " ")
    const more = (left) => {
      if (left === 0 || response.destroyed) return packed.end()
      packed.write(zeros, () => more(left - 1))
    }
    more(256)
  }
}

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const [, fault = "", last] = (request.url ?? "").split("/")
  response.on("error", () => {})
  if (last === "seen") return response.end(JSON.stringify({ streams: seen[fault] ?? 0, strangers: seen.stranger ?? 0 }))
  if (fault === "stranger") seen.stranger = (seen.stranger ?? 0) + 1
  if (request.method === "GET") {
    seen[fault] = (seen[fault] ?? 0) + 1
    return faults[fault](response, 0)
  }
  if (request.method !== "POST") return response.writeHead(200).end()
  const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString())
  if (id === undefined) return response.writeHead(202).end()
  const results = {
    initialize: () => ({
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "broken", version: "1" }
    }),
    "tools/list": () => ({ tools: ["echo", "broken"].map((name) => ({ name, inputSchema: { type: "object" } })) })
  }
  if (method in results) return body(() => framed({ id, result: results[method]() }))(response)
  if (params.name === "broken") return faults[fault](response, id)
  body(() => framed({ id, result: text(String(params.arguments.token)) }))(response)
})

const port = () => server.address().port
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${port()}`))
process.stdin.resume().on("end", () => process.exit(0))
