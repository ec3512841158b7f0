import { agent, never, suite } from "passhat"
import { issues, weather } from "../servers.ts"

export default suite(
  "weather",
  agent("asks for the weather", { model: "claude-sonnet-4-5", servers: [weather], prompt: "?" }).pipe(
    never(issues.tools.create_issue)
  )
)
