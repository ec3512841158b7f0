/**
 * A suite of agents that are written with the OpenAI Agents SDK and do not end by themselves. Only those that met a fault have a verdict.
 */
import { agent, equals, error, expect, fault, faults, main, recovery, suite } from "passhat"
import { cutOff, failing, forgetful, hanging, mistaken } from "./agents.ts"
import { task, weather } from "./weather.ts"

const down = fault("down", weather.tools.get_weather, error("503 Service Unavailable"))
const recovers = recovery({ from: down, maxDetection: "1 minute" })
const isEnded = expect("stop_reason", equals("end_turn"))

const onAgents = suite(
  "failing",
  agent("fails", { ...task, driver: failing }).pipe(isEnded),
  agent("fails after a fault", { ...task, driver: failing }).pipe(faults(down), recovers),
  agent("is cut off", { ...task, driver: cutOff }).pipe(isEnded),
  agent("is cut off after a fault", { ...task, driver: cutOff }).pipe(faults(down), recovers),
  agent("hangs", { ...task, driver: hanging, runTimeout: "8 seconds" }).pipe(isEnded),
  agent("forgets", { ...task, driver: forgetful }).pipe(isEnded),
  agent("forgets after a fault", { ...task, driver: forgetful }).pipe(faults(down), isEnded),
  agent("is mistaken", { ...task, driver: mistaken }).pipe(isEnded)
)

export default onAgents
await main(import.meta, onAgents)
