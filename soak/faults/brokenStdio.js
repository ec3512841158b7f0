/**
 * An MCP server over stdio with one fault: `node brokenStdio.js <fault>`. Its tool `broken` has the fault, its tool `echo` has none.
 */
import { writeSync } from "node:fs"
import { createInterface } from "node:readline"

const fault = process.argv[2] ?? ""
const frame = (message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`
const say = (message) => process.stdout.writableEnded || process.stdout.write(frame(message))
const text = (words) => ({ content: [{ type: "text", text: words }] })
const right = (id) => ({ id, result: text("right ü") })

/** Sends the pieces one after the other, each in a turn of the event loop of its own. */
const inPieces = (pieces) =>
  pieces.reduce(
    (before, piece) => before.then(() => new Promise((done) => process.stdout.write(piece, () => setImmediate(done)))),
    Promise.resolve()
  )

const pour = (chunk) => {
  while (process.stdout.write(chunk));
  process.stdout.once("drain", () => pour(chunk))
}

/** The call that waits for a reply, if the fault keeps one back. */
let kept
/** Whether no further call is answered. */
let isMute = false

const faults = {
  latency: (id) => setTimeout(() => say(right(id)), 300),
  drip: (id) => inPieces(Array.from(Buffer.from(frame(right(id))), (byte) => Buffer.from([byte]))),
  slices: (id) => {
    const bytes = Buffer.from(
      frame({ method: "notifications/message", params: { level: "info", data: "ü" } }) + frame(right(id))
    )
    return inPieces(Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.subarray(at * 7, at * 7 + 7)))
  },
  halfClose: () => process.stdout.end(),
  exitsMidReply: (id) => (writeSync(1, frame(right(id)).slice(0, 20)), process.exit(3)),
  killed: () => process.kill(process.pid, "SIGKILL"),
  exitsAfterReply: (id) => process.stdout.write(frame(right(id)), () => process.exit(0)),
  timeout: () => {},
  garbage: (id) =>
    process.stdout.write(`}{\n[1,2]\n"\\ud800"\n{"jsonrpc":"1.0","id":${id}}\n\u0000\n${frame(right(id))}`),
  invalidUtf8: () => process.stdout.write(Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a])),
  duplicateId: (id) => (say(right(id)), say({ id, result: text("again") })),
  wrongId: (id) => say({ id: id + 1000, result: text("wrong") }),
  nextId: (id) => (say({ id: id + 50, result: text("wrong") }), say(right(id))),
  stringId: (id) => say({ id: String(id), result: text("wrong") }),
  nullId: (id) => say({ id: null, error: { code: -32700, message: `Cannot read ${id}` } }),
  late: (id) => (kept = id),
  afterCancel: () => {},
  endlessLine: () => {
    isMute = true
    pour("x".repeat(65_536))
  },
  endlessProgress: (id) => {
    const progress = () => say({ method: "notifications/progress", params: { progressToken: id, progress: 1 } })
    setInterval(progress, 5)
  },
  notifications: (id) => {
    const line = frame({ method: "notifications/message", params: { level: "info", data: "x".repeat(100) } })
    process.stdout.write(line.repeat(20_000), () => say(right(id)))
  },
  ownRequests: (id) => {
    say({ id, method: "ping" })
    say({ id: "own", method: "sampling/createMessage", params: { messages: [], maxTokens: 1 } })
    say(right(id))
  },
  errorReply: (id) => say({ id, error: { code: -32603, message: "It broke." } }),
  invalidResult: (id) => say({ id, result: { content: "no list" } })
}

const listed = (names) => names.map((name) => ({ name, inputSchema: { type: "object" } }))
const page = () => {
  if (fault === "cursorLoop") return { tools: listed(["echo"]), nextCursor: "again" }
  if (fault === "manyTools") return { tools: listed(Array.from({ length: 100_000 }, (_, at) => `tool${at}`)) }
  return { tools: listed(["echo", "broken"]) }
}

const answer = ({ id, method, params = {} }) => {
  if (method === "notifications/cancelled" && fault === "afterCancel") say(right(params.requestId))
  if (method === "initialize") {
    const { protocolVersion } = params
    say({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "broken", version: "1" } } })
  }
  if (method === "tools/list") say({ id, result: page() })
  if (method !== "tools/call") return
  const { arguments: args, name } = params
  if (isMute) return
  if (name === "broken") return faults[fault]?.(id) ?? (fault === "banner" ? say(right(id)) : undefined)
  if (args.turn === 2 && kept !== undefined) say({ id: kept, result: text("late") })
  say({ id, result: text(String(args.token)) })
}

if (fault === "banner") process.stdout.write('\ufeff\u001b[1mWelcome!\u001b[0m\r\n\r\n\t\n{"level":"info"}\r\n')
createInterface({ input: process.stdin })
  .on("line", (line) => answer(JSON.parse(line)))
  .on("close", () => process.exit(0))
