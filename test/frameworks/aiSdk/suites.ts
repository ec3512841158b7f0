/**
 * The suites of agents that are written with the AI SDK, for a version of it.
 */
import {
  agent,
  call,
  equals,
  error,
  expect,
  fault,
  faults,
  recovery,
  runs,
  server,
  subset,
  suite,
  tool,
  toolSelection,
  trajectory
} from "passhat"
import { agentsOf, type Kit } from "./agents.ts"

const weather = server("weather", {
  command: ["node", "../../../suites/servers/weather/main.js"],
  tools: { get_weather: tool<{ readonly city: string }>({ inputSchema: { type: "object" } }) }
})
const task = { servers: [weather], prompt: "What is the weather in Sacramento?" }
const looks = trajectory("subsequence", call(weather.tools.get_weather, subset({ city: "Sacramento" })))
const isEnded = expect("stop_reason", equals("end_turn"))

/** Agents that end by themselves. */
export const endingSuite = (kit: Kit) => {
  const { generating, limited, printing, streaming, unmeasured } = agentsOf(kit)
  return suite(
    "AI SDK",
    agent("generating", { ...task, driver: generating }).pipe(
      runs(2),
      toolSelection(weather.tools.get_weather, { minSelectionRate: 1 }),
      looks,
      isEnded
    ),
    agent("streaming", { ...task, driver: streaming }).pipe(looks, isEnded),
    agent("printing", { ...task, driver: printing }).pipe(looks, isEnded),
    agent("limited", { ...task, driver: limited }).pipe(looks, expect("stop_reason", equals("tool_use"))),
    agent("unmeasured", { ...task, driver: unmeasured }).pipe(looks, isEnded)
  )
}

/** Agents that do not end by themselves. Only those that met a fault have a verdict. */
export const failingSuite = (kit: Kit) => {
  const { broken, cutOff, failing, forgetful, hanging, mistaken } = agentsOf(kit)
  const down = fault("down", weather.tools.get_weather, error("503 Service Unavailable"))
  const recovers = recovery({ from: down, maxDetection: "1 minute" })
  return suite(
    "failing",
    agent("fails", { ...task, driver: failing }).pipe(isEnded),
    agent("fails after a fault", { ...task, driver: failing }).pipe(faults(down), recovers),
    agent("is cut off", { ...task, driver: cutOff }).pipe(isEnded),
    agent("is cut off after a fault", { ...task, driver: cutOff }).pipe(faults(down), recovers),
    agent("has no whole answer", { ...task, driver: broken }).pipe(isEnded),
    agent("hangs", { ...task, driver: hanging, runTimeout: "8 seconds" }).pipe(isEnded),
    agent("forgets", { ...task, driver: forgetful }).pipe(isEnded),
    agent("forgets after a fault", { ...task, driver: forgetful }).pipe(faults(down), isEnded),
    agent("is mistaken", { ...task, driver: mistaken }).pipe(isEnded)
  )
}
