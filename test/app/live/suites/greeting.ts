/**
 * An agent without tools, eight times over: small, since it is recorded often.
 */
import { agent, equals, expect, main, runs, suite } from "passhat"

const greetingSuite = suite(
  "greeting",
  agent("says hello", { model: "claude-sonnet-4-5", servers: [], prompt: "Say hello." }).pipe(
    runs(8),
    expect("stop_reason", equals("end_turn"))
  )
)

export default greetingSuite
await main(import.meta, greetingSuite)
