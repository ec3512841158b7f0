/**
 * An agent whose server ignores the end of its input and SIGTERM, and starts processes that do so as well.
 */
import { agent, equals, expect, main, runs, server, suite } from "passhat"
import { Schema } from "passhat/schema"

const deaf = server("deaf", {
  command: ["node", "test/layers/live/mcp/hostileServer.js", "deaf"],
  env: { TEST_MARK: process.env["MARK"] ?? "" },
  tools: { echo: Schema.Struct({ message: Schema.String }) }
})

const deafSuite = suite(
  "deaf",
  agent("is not heard", { model: "claude-sonnet-4-5", servers: [deaf], prompt: "Stop." }).pipe(
    runs(3),
    expect("stop_reason", equals("end_turn"))
  )
)

export default deafSuite
await main(import.meta, deafSuite)
