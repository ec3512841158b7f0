/**
 * A suite whose server sends more than a client can want. LIMIT says what.
 */
import { join } from "node:path"
import { agent, equals, expect, type Json, main, runs, schema, server, suite, tool } from "passhat"
import { doubled } from "../../test/language/metrics/doubled.ts"

const { LIMIT = "", NOTICES = "" } = process.env

/** Two references to the level before, at each of 23. */
const text = doubled({ type: "string" }, 23)
const city = doubled({ type: "object", properties: { city: { type: "string" } } }, 23)

const large = server("large", {
  command: ["node", join(import.meta.dirname, "server.js"), LIMIT],
  env: { NOTICES },
  tools: {
    look: tool<{}>({ inputSchema: LIMIT === "doubledArguments" ? city : { type: "object", properties: {} } })
  }
})

const limitSuite = suite(
  "limit",
  agent("looks", { model: "claude-sonnet-4-5", servers: [large], prompt: "Look." }).pipe(
    runs(1),
    expect("stop_reason", LIMIT === "doubledMatcher" ? schema(text) : equals("end_turn")),
    LIMIT === "doubledArguments"
      ? expect("tool_calls[0].args.town", equals<Json>("Rome"))
      : expect("tool_calls[0].name", equals("look"))
  )
)

export default limitSuite
await main(import.meta, limitSuite)
