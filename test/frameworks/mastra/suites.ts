/**
 * The suites of agents that are written with Mastra, for a version of it.
 */
import type * as Passhat from "passhat"
import type { agentsOf } from "./agents.ts"

type Agents = ReturnType<typeof agentsOf>

const task = { prompt: "What is the weather in Sacramento?" }

const weatherOf = ({ server, tool }: typeof Passhat) =>
  server("weather", {
    command: ["node", "../../../suites/servers/weather/main.js"],
    tools: { get_weather: tool<{ readonly city: string }>({ inputSchema: { type: "object" } }) }
  })

/** Agents that end by themselves. */
export const endingSuite = (passhat: typeof Passhat, { generating, limited, unmeasured }: Agents) => {
  const { agent, call, equals, expect, runs, subset, suite, toolSelection, trajectory } = passhat
  const weather = weatherOf(passhat)
  const looks = trajectory("subsequence", call(weather.tools.get_weather, subset({ city: "Sacramento" })))
  const isEnded = expect("stop_reason", equals("end_turn"))
  return suite(
    "Mastra",
    agent("generating", { ...task, servers: [weather], driver: generating }).pipe(
      runs(2),
      toolSelection(weather.tools.get_weather, { minSelectionRate: 1 }),
      looks,
      isEnded
    ),
    agent("limited", { ...task, servers: [weather], driver: limited }).pipe(
      looks,
      expect("stop_reason", equals("tool_use"))
    ),
    agent("unmeasured", { ...task, servers: [weather], driver: unmeasured }).pipe(looks, isEnded)
  )
}

/** Agents that do not end by themselves. Only the one that met a fault has a verdict. */
export const failingSuite = (passhat: typeof Passhat, { failing, forgetful, hanging, mistaken }: Agents) => {
  const { agent, equals, error, expect, fault, faults, recovery, suite } = passhat
  const weather = weatherOf(passhat)
  const asked = { ...task, servers: [weather] }
  const down = fault("down", weather.tools.get_weather, error("503 Service Unavailable"))
  const isEnded = expect("stop_reason", equals("end_turn"))
  return suite(
    "failing",
    agent("fails", { ...asked, driver: failing }).pipe(isEnded),
    agent("fails after a fault", { ...asked, driver: failing }).pipe(
      faults(down),
      recovery({ from: down, maxDetection: "1 minute" })
    ),
    agent("hangs", { ...asked, driver: hanging, runTimeout: "8 seconds" }).pipe(isEnded),
    agent("forgets", { ...asked, driver: forgetful }).pipe(isEnded),
    agent("forgets after a fault", { ...asked, driver: forgetful }).pipe(faults(down), isEnded),
    agent("is mistaken", { ...asked, driver: mistaken }).pipe(isEnded)
  )
}
