/**
 * An MCP server over stdio that sends more than a client can want: `node server.js <kind>`. Its tool is called `look`.
 */
import { createInterface } from "node:readline"

const kind = process.argv[2] ?? ""
const frame = (message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`
const result = (text) => ({ content: [{ type: "text", text }] })
const MEGABYTE = 1024 * 1024

/** Writes the pieces as fast as they are read. */
const pour = (pieces) => {
  for (let next = pieces.next(); !next.done; next = pieces.next()) {
    if (!process.stdout.write(next.value)) return void process.stdout.once("drain", () => pour(pieces))
  }
}

function* repeated(piece, times, last = "") {
  for (let at = 0; at < times; at++) yield piece
  yield last
}

const megabyte = "x".repeat(MEGABYTE)
const notice = frame({ method: "notifications/message", params: { level: "info", data: "x".repeat(40) } }).repeat(1000)
const DEEP = 100_000

const kinds = {
  largeResult: (id) =>
    pour(
      (function* () {
        yield `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"`
        yield* repeated(megabyte, 100, '"}]}}\n')
      })()
    ),
  endlessLine: () => pour(repeated(megabyte, Infinity)),
  notifications: (id) =>
    pour(repeated(notice, Number(process.env.NOTICES) / 1000, frame({ id, result: result("done") }))),
  deepResult: (id) =>
    process.stdout.write(
      `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{"a":${"[".repeat(DEEP)}${"]".repeat(DEEP)}}}}\n`
    )
}

/** Each level refers to the one before it twice. */
const doubled = (levels, twice) => ({
  type: "object",
  properties: { a: { $ref: `#/$defs/a${levels}` } },
  $defs: Object.fromEntries([
    ["a0", { type: "object", properties: { city: { type: "string" } } }],
    ...Array.from({ length: levels }, (_, at) => [`a${at + 1}`, twice({ $ref: `#/$defs/a${at}` })])
  ])
})
const inProperties = (one) => ({ properties: { x: one, y: one } })
const nested = (levels) => {
  let schema = { type: "object" }
  for (let level = 0; level < levels; level++) schema = { type: "object", not: schema }
  return schema
}
const schemas = {
  nestedSchema: nested(1_000),
  doubledSchema: doubled(24, (one) => ({ allOf: [one, one] })),
  doubledTypes: doubled(16, (one) => ({ allOf: [inProperties(one), { ...inProperties(one), required: ["x"] }] }))
}

const toolOf = (name) => ({ name, inputSchema: schemas[kind] ?? { type: "object", properties: {} } })
const tools = { manyTools: 9_999, tooManyTools: 10_000 }

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: kind, version: "1" }
  }),
  "tools/list": () => ({
    tools: [toolOf("look"), ...Array.from({ length: tools[kind] ?? 0 }, (_, at) => toolOf(`tool${at}`))]
  })
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params = {} } = JSON.parse(line)
  if (id === undefined) return
  if (method !== "tools/call") return void process.stdout.write(frame({ id, result: answers[method]?.(params) ?? {} }))
  if (kinds[kind]) kinds[kind](id)
  else process.stdout.write(frame({ id, result: result("done") }))
})
