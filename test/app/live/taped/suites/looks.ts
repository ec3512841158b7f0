/** An agent that shows its model a picture. */
import { agent, driver, equals, expect, main, server, suite } from "passhat"
import { Schema } from "passhat/schema"
import { looks } from "../agents/looks.ts"

const screen = server("screen", {
  command: ["node", "screenServer.js"],
  env: { SERVICE_TOKEN: process.env["SERVICE_TOKEN"] ?? "" },
  tools: { screenshot: Schema.Struct({}) }
})

const looking = suite(
  "looks",
  agent("looks", { driver: driver("looks", "1", looks), servers: [screen], prompt: "What is there?" }).pipe(
    expect("tool_results[0].is_error", equals(false))
  )
)
export default looking
await main(import.meta, looking)
