import { agent, call, fault, faults, goldenPath, hang, suite, toolSelection, trajectory } from "passhat"
import { weather } from "../servers.ts"

export default suite(
  "weather",
  agent("asks for the weather", { model: "claude-sonnet-4-5", servers: [weather], prompt: "?" }).pipe(
    toolSelection(weather.tools.get_wether, { minSelectionRate: 0.8 }),
    trajectory("strict", call(weather.tools.get_wether)),
    goldenPath([weather.tools.get_wether]),
    faults(fault("hung", weather.tools.get_wether, hang))
  )
)
