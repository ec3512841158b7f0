/**
 * An agent whose forecast tool hangs: it has to notice in time, and find another way to the answer.
 */
import { agent, fault, faults, hang, main, recovery, runs, suite, toolSelection } from "passhat"
import { weather } from "./servers/weather.ts"

const { get_forecast, get_weather } = weather.tools
const hungForecast = fault("hung-forecast", get_forecast, hang)

const recoverySuite = suite(
  "recovery",
  agent("finds another way", {
    model: "claude-sonnet-4-5",
    servers: [weather],
    prompt: "What will the weather be in Sacramento tomorrow? The forecast knows best."
  }).pipe(
    runs(3),
    faults(hungForecast),
    recovery({ from: hungForecast, maxDetection: "3 seconds", maxRecovery: "5 seconds" }),
    toolSelection(get_weather, { minSelectionRate: 1 })
  )
)

export default recoverySuite
await main(import.meta, recoverySuite)
