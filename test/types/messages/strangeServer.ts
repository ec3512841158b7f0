import { agent, suite, toolSelection } from "passhat"
import { issues, weather } from "../servers.ts"

export default suite(
  "weather",
  agent("asks for the weather", { model: "claude-sonnet-4-5", servers: [weather], prompt: "?" }).pipe(
    toolSelection(issues.tools.create_issue, { minSelectionRate: 0.8 })
  )
)
