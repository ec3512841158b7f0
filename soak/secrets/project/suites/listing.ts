/**
 * A suite that says secrets in its catalogue and nowhere else: in a description, a schema, an annotation and the instructions.
 */
import { readFileSync } from "node:fs"
import process from "node:process"
import { agent, equals, expect, main, server, suite, tool } from "passhat"

const { TEXTS_FILE = "" } = process.env
const texts: Readonly<Record<string, string>> = JSON.parse(readFileSync(TEXTS_FILE, "utf8"))

const vault = server("vault", {
  command: ["node", "server.js"],
  tools: {
    spill: tool<{ readonly note?: string }>({
      description: `spill: ${texts["catalogue"]}`,
      inputSchema: {
        type: "object",
        properties: { note: { type: "string", description: texts["schema"] ?? "", enum: [texts["choice"] ?? ""] } }
      }
    })
  }
})

const listing = suite(
  "listing",
  agent("is offered a tool", { model: "claude-sonnet-4-5", servers: [vault], prompt: "Look." }).pipe(
    expect("tool_calls[0].args.note", equals("never"))
  )
)

export default listing
await main(import.meta, listing)
