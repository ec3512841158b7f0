/**
 * A suite of agents that are written with the Claude Agent SDK, and end by themselves. A replay runs none of them.
 */
import {
  agent,
  call,
  equals,
  expect,
  main,
  runs,
  server,
  subset,
  suite,
  tool,
  toolSelection,
  trajectory
} from "passhat"
import { clerk, delegating, forbidden, limited } from "./agents.ts"

const weather = server("weather", {
  command: ["node", "../../../suites/servers/weather/main.js"],
  tools: { get_weather: tool<{ readonly city: string }>({ inputSchema: { type: "object" } }) }
})

const task = { servers: [weather], prompt: "What is the weather in Sacramento?" }
const looks = trajectory("subsequence", call(weather.tools.get_weather, subset({ city: "Sacramento" })))
const isEnded = expect("stop_reason", equals("end_turn"))

const onTheSdk = suite(
  "Claude Agent SDK",
  agent("clerk", { ...task, driver: clerk }).pipe(
    runs(2),
    toolSelection(weather.tools.get_weather, { minSelectionRate: 1 }),
    looks,
    isEnded
  ),
  agent("limited", { ...task, driver: limited }).pipe(looks, expect("stop_reason", equals("max_turns"))),
  agent("delegating", { ...task, driver: delegating, prompt: "Let a scout look." }).pipe(looks, isEnded),
  agent("forbidden", { ...task, driver: forbidden, prompt: "Look in two cities." }).pipe(looks, isEnded)
)

export default onTheSdk
await main(import.meta, onTheSdk)
