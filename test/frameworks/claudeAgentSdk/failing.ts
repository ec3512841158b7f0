/**
 * A suite of agents that are written with the Claude Agent SDK and do not end by themselves. Only the one that met a fault has a verdict.
 */
import { agent, equals, error, expect, fault, faults, main, recovery, server, suite, tool } from "passhat"
import { failing, forgetful, hanging, mistaken } from "./agents.ts"

const weather = server("weather", {
  command: ["node", "../../../suites/servers/weather/main.js"],
  tools: { get_weather: tool<{ readonly city: string }>({ inputSchema: { type: "object" } }) }
})

const task = { servers: [weather], prompt: "Look, and fail." }
const down = fault("down", weather.tools.get_weather, error("503 Service Unavailable"))
const isEnded = expect("stop_reason", equals("end_turn"))

const onTheSdk = suite(
  "failing",
  agent("fails", { ...task, driver: failing }).pipe(isEnded),
  agent("fails after a fault", { ...task, driver: failing }).pipe(
    faults(down),
    recovery({ from: down, maxDetection: "1 minute" })
  ),
  agent("hangs", { ...task, driver: hanging, prompt: "Wait for ever.", runTimeout: "8 seconds" }).pipe(isEnded),
  agent("forgets", { ...task, driver: forgetful }).pipe(isEnded),
  agent("forgets after a fault", { ...task, driver: forgetful }).pipe(faults(down), isEnded),
  agent("is mistaken", { ...task, driver: mistaken }).pipe(isEnded)
)

export default onTheSdk
await main(import.meta, onTheSdk)
