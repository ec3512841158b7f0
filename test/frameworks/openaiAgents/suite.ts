/**
 * A suite of agents that are written with the OpenAI Agents SDK, and end by themselves. A replay needs nothing of it.
 */
import { agent, call, equals, expect, main, runs, subset, suite, toolSelection, trajectory } from "passhat"
import { handing, limited, limitedStream, nesting, printing, running, streamed, unmeasured } from "./agents.ts"
import { task, weather } from "./weather.ts"

const looks = trajectory("subsequence", call(weather.tools.get_weather, subset({ city: "Sacramento" })))
const isEnded = expect("stop_reason", equals("end_turn"))
const isLimited = expect("stop_reason", equals("max_turns"))

const onAgents = suite(
  "OpenAI Agents",
  agent("running", { ...task, driver: running }).pipe(
    runs(2),
    toolSelection(weather.tools.get_weather, { minSelectionRate: 1 }),
    looks,
    isEnded
  ),
  agent("streaming", { ...task, driver: streamed }).pipe(looks, isEnded),
  agent("printing", { ...task, driver: printing }).pipe(looks, isEnded),
  agent("nesting", { ...task, driver: nesting }).pipe(looks, isEnded),
  agent("handing", { ...task, driver: handing }).pipe(looks, isEnded),
  agent("limited", { ...task, driver: limited }).pipe(looks, isLimited),
  agent("limited-stream", { ...task, driver: limitedStream }).pipe(looks, isLimited),
  agent("unmeasured", { ...task, driver: unmeasured }).pipe(looks, isEnded)
)

export default onAgents
await main(import.meta, onAgents)
