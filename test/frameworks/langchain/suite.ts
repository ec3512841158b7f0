/**
 * A suite of agents that are written with LangChain and LangGraph, and end by themselves. A replay runs none of them.
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
import { created, curbed, graph, limited } from "./agents.ts"

const weather = server("weather", {
  command: ["node", "../../../suites/servers/weather/main.js"],
  tools: { get_weather: tool<{ readonly city: string }>({ inputSchema: { type: "object" } }) }
})

const task = { servers: [weather], prompt: "What is the weather in Sacramento?" }
const looks = trajectory("subsequence", call(weather.tools.get_weather, subset({ city: "Sacramento" })))

const onLangchain = suite(
  "LangChain",
  agent("created", { ...task, driver: created }).pipe(
    runs(2),
    toolSelection(weather.tools.get_weather, { minSelectionRate: 1 }),
    looks,
    expect("stop_reason", equals("end_turn"))
  ),
  agent("graph", { ...task, driver: graph }).pipe(looks, expect("stop_reason", equals("end_turn"))),
  agent("limited", { ...task, driver: limited }).pipe(looks, expect("stop_reason", equals("max_turns"))),
  agent("curbed", { ...task, driver: curbed }).pipe(looks, expect("stop_reason", equals("max_turns")))
)

export default onLangchain
await main(import.meta, onLangchain)
