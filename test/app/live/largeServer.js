/**
 * An MCP server whose results are as large as a message may be, 16 MiB: `node largeServer.js`. What they are made of is an argument.
 */
import { McpServer } from "@modelcontextprotocol/server"
import { serveStdio } from "@modelcontextprotocol/server/stdio"
import process from "node:process"

/** What is around a result in its message takes less than 4 KiB. */
const SIZE = 16 * 1024 * 1024 - 4096
const { SERVICE_TOKEN = "" } = process.env

/** A part and its number: the parts of a result differ. */
const parts = {
  rows: (at) => JSON.stringify({ id: at, name: `Müller & Söhne ${at}`, path: "C:\\data", note: 'said "yes"' }) + ",\n",
  base64: (at) => Buffer.from(`part ${at} of a file that is sent as text`).toString("base64"),
  percent: (at) => encodeURIComponent(`q=${at} & "more" für/alle?`),
  escapes: (at) => JSON.stringify(JSON.stringify({ at, text: 'line\n"two"\ttab\\' }))
}

/** Made when they are asked for first. */
const texts = {}

/** As many parts as a message has room for, with a secret in the middle and at the end, plain and in base64. */
const textOf = (kind) => {
  const secrets = ` ${SERVICE_TOKEN} ${Buffer.from(`user:${SERVICE_TOKEN}`).toString("base64")} `
  const chosen = []
  let size = 2 * JSON.stringify(secrets).length
  for (let at = 0; ; at++) {
    const part = parts[kind](at)
    size += Buffer.byteLength(JSON.stringify(part)) - 2
    if (size > SIZE) break
    chosen.push(part)
  }
  chosen.splice(chosen.length / 2, 0, secrets)
  return chosen.join("") + secrets
}

const structuredOf = () => {
  const rows = []
  for (let size = 0; size < SIZE / 2; size += JSON.stringify(rows.at(-1)).length + 1) {
    rows.push({
      id: rows.length,
      name: `row ${rows.length}`,
      tags: ["a", SERVICE_TOKEN],
      open: true,
      price: rows.length / 8
    })
  }
  return { rows }
}

serveStdio(() => {
  const server = new McpServer({ name: "large", version: "1.0.0" })
  for (const kind of Object.keys(parts)) {
    server.registerTool(kind, { description: "A large text." }, () => ({
      content: [{ type: "text", text: (texts[kind] ??= textOf(kind)) }]
    }))
  }
  server.registerTool("structured", { description: "Many rows." }, () => ({
    content: [{ type: "text", text: "Many rows." }],
    structuredContent: structuredOf()
  }))
  return server
})
