import { agent, atMost, equals, expect, suite } from "passhat"
import { weather } from "../servers.ts"

export default suite(
  "weather",
  agent("asks for the weather", { model: "claude-sonnet-4-5", servers: [weather], prompt: "?" }).pipe(
    expect("tool_calls[0].nmae", equals("get_weather")),
    expect("tool_cals[0].name", equals("get_weather")),
    expect("conversation.tokens.sum", atMost(2_000)),
    expect("tokens.total", atMost(2_000))
  )
)
