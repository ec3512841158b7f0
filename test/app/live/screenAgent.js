/**
 * An agent in a process of its own that looks at the screen through the endpoint of passhat, and notes the hashes of what it was sent.
 */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { createHash } from "node:crypto"
import { appendFileSync } from "node:fs"
import process from "node:process"

const { PASSHAT_MCP_URL = "", SEEN_LOG = "" } = process.env
const client = new Client({ name: "agent", version: "1" })
await client.connect(new StreamableHTTPClientTransport(new URL(PASSHAT_MCP_URL)))
for (const name of ["screenshot", "sound", "manual"]) {
  const { content } = await client.callTool({ name: `screen__${name}`, arguments: {} })
  const { data, resource } = content.at(-1)
  const bytes = Buffer.from(data ?? resource.blob, "base64")
  appendFileSync(SEEN_LOG, `command ${createHash("sha256").update(bytes).digest("hex")}\n`)
}
await client.close()
console.log("I looked.")
