/**
 * Agents whose server breaks the rules of the protocol.
 */
import { agent, equals, expect, main, runs, server, suite } from "passhat"
import { Schema } from "passhat/schema"

const any = Schema.Struct({ message: Schema.optionalKey(Schema.String), line: Schema.optionalKey(Schema.String) })
const hostile = server("hostile", {
  command: ["node", "test/engine/layers/live/mcp/hostileServer.js"],
  tools: { echo: any, twice: any, asText: any, chat: any, wait: any }
})
const model = "claude-sonnet-4-5"

const unruly = suite(
  "unruly",
  agent("is answered", { model, servers: [hostile], prompt: "Go." }).pipe(
    runs(2),
    expect("tool_results[2].content[0].text", equals("right"))
  ),
  agent("waits", { model, servers: [hostile], prompt: "Wait.", runTimeout: "2 seconds" }).pipe(
    expect("stop_reason", equals("end_turn"))
  )
)

export default unruly
await main(import.meta, unruly)
