import { agent, equals, expect, suite } from "passhat"
import { weather } from "../servers.ts"

export default suite(
  "weather",
  agent("asks for the weather", { model: "claude-sonnet-4-5", servers: [weather], prompt: "?" }).pipe(
    expect("tool_results[0].is_error", equals("no"))
  )
)
