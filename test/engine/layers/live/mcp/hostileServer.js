/**
 * An MCP server without an SDK, so that it can break every rule: `node hostileServer.js [mode]`.
 *
 * Tools break the rules of a call; modes break those of a connection.
 */
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"

const mode = process.argv[2] ?? ""
const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
const text = (words) => ({ content: [{ type: "text", text: words }] })

const waiting = []
const cancelled = []

/** What is undefined is never answered. */
const tools = {
  echo: ({ message }) => text(String(message)),
  env: () => ({ ...text(""), structuredContent: process.env }),
  extra: () => ({
    content: [{ type: "text", text: "hi", "x-vendor": { kept: true } }],
    structuredContent: { a: [1, null] }
  }),
  nonsense: () => ({ content: "not an array" }),
  wait: (_, id) => void waiting.push(id),
  waiting: () => text(JSON.stringify(waiting)),
  cancelled: () => text(JSON.stringify(cancelled)),
  die: () => {
    process.stderr.write("about to fail\n\u001b[31mboom\u001b[0m\n")
    process.exitCode = 3
    process.exit()
  },
  answerAndDie: (_, id) => {
    say({ id, result: text("last words") })
    process.exit(0)
  },
  kill: () => void process.kill(process.pid, "SIGKILL"),
  hangUp: () => void process.stdout.end(),
  flood: () => {
    const pour = () => {
      while (process.stdout.write("x".repeat(65_536)));
      process.stdout.once("drain", pour)
    }
    pour()
  },
  twice: (_, id) => {
    say({ id, result: text("first") })
    say({ id, result: text("second") })
  },
  imageTwice: (_, id) => {
    say({ id, result: text("first") })
    say({ id, result: { content: [{ type: "image", mimeType: "image/png", data: "c2VjcmV0" }] } })
  },
  asText: (_, id) => {
    say({ id: String(id), result: text("wrong") })
    return text("right")
  },
  stranger: (_, id) => {
    say({ id: id + 1, result: text("wrong") })
    say({ id: null, error: { code: -32700, message: "What?" } })
    return text("right")
  },
  chat: ({ line, times = 1 }) => {
    for (let at = 0; at < times; at++) process.stdout.write(`${line}\n`)
    return text("said")
  },
  latin1: () => void process.stdout.write(Buffer.from([0x7b, 0xe9, 0x7d, 0x0a]))
}

const definition = (name) => ({ name, description: `Tries ${name}.`, inputSchema: { type: "object" } })

const page = (cursor = "0") => {
  if (mode === "loop") return { tools: [definition("echo")], nextCursor: "again" }
  if (mode === "endless") return { tools: [definition(`tool${cursor}`)], nextCursor: String(Number(cursor) + 1) }
  if (mode === "crowd") return { tools: Array.from({ length: 10_001 }, (_, at) => definition(`tool${at}`)) }
  if (mode === "heavy")
    return { tools: [{ ...definition("echo"), description: "x".repeat(9_000_000) }], nextCursor: cursor + 1 }
  return { tools: Object.keys(tools).map(definition) }
}

const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: mode === "toolless" ? {} : { tools: {} },
    serverInfo: { name: "hostile", version: "6.6.6" }
  }),
  "tools/list": ({ cursor }) => page(cursor),
  "tools/call": ({ name, arguments: args }, id) => tools[name]?.(args, id)
}

const answer = ({ id, method, params = {} }) => {
  if (method === "notifications/cancelled") {
    cancelled.push(params.requestId)
    if (mode === "late") say({ id: params.requestId, result: text("late") })
  }
  if (id === undefined || mode === "mute") return
  if (method === "tools/call" && !Object.hasOwn(tools, params.name)) {
    return say({ id, error: { code: -32602, message: `No tool ${params.name}` } })
  }
  const result = methods[method]?.(params, id)
  if (result !== undefined) say({ id, result })
}

if (mode === "crash") {
  process.stderr.write(Array.from({ length: 12 }, (_, at) => `line ${at + 1}\n`).join(""))
  process.exit(7)
}
if (mode === "noisy") process.stdout.write('\ufeffWelcome!\r\n\n\u001b[1mready\u001b[0m\n{"level":"info"}\n42\n')
const isDeaf = mode === "deaf" || mode === "deafAlone"
const startDeaf = (options) =>
  spawn(process.execPath, ["-e", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], options)

if (mode === "deaf" || mode === "deafChild") startDeaf({ stdio: "inherit" })
if (mode === "deaf" || mode === "daemon") startDeaf({ stdio: "ignore", detached: true })
if (isDeaf) {
  process.on("SIGTERM", () => {})
  setInterval(() => {}, 1000)
}
if (mode === "flooder") setInterval(() => say({ method: "notifications/message", params: noise }), 5)
const noise = { level: "info", data: "x".repeat(16_384) }

createInterface({ input: process.stdin })
  .on("line", (line) => answer(JSON.parse(line)))
  .on("close", () => {
    if (!isDeaf) process.exit(0)
  })
