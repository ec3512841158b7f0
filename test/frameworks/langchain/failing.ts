/**
 * A suite of agents that are written with LangChain and do not end by themselves. Only the one that met a fault has a verdict.
 */
import { agent, equals, error, expect, fault, faults, main, recovery, server, suite, tool } from "passhat"
import { failing, forgetful, hanging, mistaken } from "./agents.ts"

const weather = server("weather", {
  command: ["node", "../../../suites/servers/weather/main.js"],
  tools: { get_weather: tool<{ readonly city: string }>({ inputSchema: { type: "object" } }) }
})

const task = { servers: [weather], prompt: "What is the weather in Sacramento?" }
const down = fault("down", weather.tools.get_weather, error("503 Service Unavailable"))
const ended = expect("stop_reason", equals("error"))

const onLangchain = suite(
  "failing",
  agent("fails", { ...task, driver: failing }).pipe(ended),
  agent("fails after a fault", { ...task, driver: failing }).pipe(
    faults(down),
    recovery({ from: down, maxDetection: "1 minute" })
  ),
  agent("hangs", { ...task, driver: hanging, runTimeout: "8 seconds" }).pipe(ended),
  agent("forgets", { ...task, driver: forgetful }).pipe(ended),
  agent("forgets after a fault", { ...task, driver: forgetful }).pipe(faults(down), ended),
  agent("is mistaken", { ...task, driver: mistaken }).pipe(ended)
)

export default onLangchain
await main(import.meta, onLangchain)
