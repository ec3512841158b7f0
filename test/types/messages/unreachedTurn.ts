import { agent, during, never, suite, turns } from "passhat"
import { weather } from "../servers.ts"

export default suite(
  "weather",
  agent("asks for the weather", { model: "claude-sonnet-4-5", servers: [weather], prompt: "?" }).pipe(
    turns("And in Davis?", "Thank you."),
    during(4, never(weather.tools.get_forecast))
  )
)
