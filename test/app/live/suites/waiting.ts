/**
 * An agent whose tool answers once the file GATE is there, and prints beside its work. What comes after a run takes AFTER_MS. Its name attacks the terminal.
 */
import { McpServer } from "@modelcontextprotocol/server"
import { existsSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import * as Layer from "effect/Layer"
import { after, agent, equals, expect, main, runs, server, suite, tool } from "passhat"
import { Services } from "passhat/effect"

const { AFTER_MS = "0", GATE = "", RUNS = "3" } = process.env

const parcels = server("parcels", {
  inMemory: () => {
    const made = new McpServer({ name: "parcels", version: "1.0.0" })
    made.registerTool("find", {}, async () => {
      console.log("asked for a parcel")
      process.stderr.write("half a line")
      while (!existsSync(GATE)) await setTimeout(20)
      return { content: [{ type: "text", text: "found" }] }
    })
    return made
  },
  tools: { find: tool<{}>({ inputSchema: { type: "object", properties: {} } }) }
})

const waiting = suite(
  "waiting",
  agent("finds\n\u001b[2J\u001b[H界", { model: "claude-sonnet-4-5", servers: [parcels], prompt: "Find it." }).pipe(
    runs(Number(RUNS)),
    after(() => setTimeout(Number(AFTER_MS))),
    expect("stop_reason", equals("end_turn"))
  )
)

export default waiting
await main(import.meta, waiting, { layers: Layer.succeed(Services.Prices, () => ({ input: 1_000, output: 2_000 })) })
