/**
 * An MCP server that tells all it knows, in whatever spelling, and its last words too: `node leakyServer.js`.
 */
import { McpServer } from "@modelcontextprotocol/server"
import { serveStdio } from "@modelcontextprotocol/server/stdio"
import process from "node:process"

const { SERVICE_TOKEN = "", VAULT_PIN = "" } = process.env

const spellings = (secret) => [
  secret,
  Buffer.from(secret).toString("base64"),
  Buffer.from(secret).toString("base64url"),
  Buffer.from(`user:${secret}`).toString("base64"),
  encodeURIComponent(secret),
  `https://vault.example/?token=${new URLSearchParams({ secret })}`
]

serveStdio(() => {
  const server = new McpServer({ name: "vault", version: "1.0.0" })
  server.registerTool("spill", { description: "Tells all." }, () => ({
    content: [SERVICE_TOKEN, VAULT_PIN].map((secret) => ({ type: "text", text: spellings(secret).join(" ") })),
    structuredContent: { [SERVICE_TOKEN]: spellings(VAULT_PIN) }
  }))
  server.registerTool("crash", { description: "Ends badly." }, () => {
    process.stderr.write(`The vault cannot be opened with ${spellings(SERVICE_TOKEN).join(" nor ")}\n`, () =>
      process.exit(3)
    )
    return new Promise(() => {})
  })
  return server
})
