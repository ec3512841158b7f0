import { agent, suite, toolSelection } from "passhat"
import { weather } from "../servers.ts"

const { get_wether } = weather.tools

export default suite(
  "weather",
  agent("asks for the weather", { model: "claude-sonnet-4-5", servers: [weather], prompt: "?" }).pipe(
    toolSelection(get_wether, { minSelectionRate: 0.8 })
  )
)
