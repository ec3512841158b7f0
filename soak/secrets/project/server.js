/**
 * An MCP server that tells secrets wherever a server can tell anything: `node server.js <texts.json>`. It writes its environment and its
 * arguments to a file beside the texts.
 */
import { McpServer } from "@modelcontextprotocol/server"
import { serveStdio } from "@modelcontextprotocol/server/stdio"
import { readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import process from "node:process"

const [, , file = ""] = process.argv
const texts = JSON.parse(readFileSync(file, "utf8"))
const seen = { env: process.env, argv: process.argv }
writeFileSync(join(dirname(file), `server-${process.pid}.json`), JSON.stringify(seen))

serveStdio(() => {
  const server = new McpServer({ name: "vault", version: texts.version }, { instructions: `Say ${texts.instructions}` })
  const tool = (name, answer) => server.registerTool(name, { description: `${name}: ${texts.listed}` }, answer)
  tool("spill", () => ({
    content: [
      { type: "text", text: texts.result },
      { type: "resource", resource: { uri: "file:///vault", text: texts.resource } }
    ],
    structuredContent: { [texts.structuredName]: [{ deep: texts.structured }] }
  }))
  tool("fail", () => ({ isError: true, content: [{ type: "text", text: texts.error }] }))
  tool("refuse", () => {
    throw new Error(texts.thrown)
  })
  tool("crash", () => {
    process.stderr.write(`The vault is shut: ${texts.stderr}\n`, () => process.exit(3))
    return new Promise(() => {})
  })
  return server
})
