import { agent, suite, toolSelection } from "passhat"
import { weather } from "../servers.ts"

export default suite(
  "weather",
  agent("asks for the weather", { model: "claude-sonnet-4-5", servers: [weather], prompt: "?" }).pipe(
    toolSelection(weather.tools.get_wether, { minSelectionRate: 0.8 })
  )
)
