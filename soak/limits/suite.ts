/**
 * A suite whose server sends more than a client can want. LIMIT says what.
 */
import { join } from "node:path"
import { agent, equals, expect, main, runs, server, suite, tool } from "passhat"

const { LIMIT = "", NOTICES = "" } = process.env

const large = server("large", {
  command: ["node", join(import.meta.dirname, "server.js"), LIMIT],
  env: { NOTICES },
  tools: { look: tool<{}>({ inputSchema: { type: "object", properties: {} } }) }
})

const limitSuite = suite(
  "limit",
  agent("looks", { model: "claude-sonnet-4-5", servers: [large], prompt: "Look." }).pipe(
    runs(1),
    expect("stop_reason", equals("end_turn"))
  )
)

export default limitSuite
await main(import.meta, limitSuite)
