/**
 * What red looks like: the same question to an agent that wanders, loops and overspends. It fails on purpose.
 */
import { agent, call, expect, equals, main, reliability, runs, subset, suite, toolSelection, trajectory } from "passhat"
import { callsAtMost } from "./gates/frugal.ts"
import { steady } from "./gates/steady.ts"
import { weather } from "./servers/weather.ts"

const { get_weather } = weather.tools

const redSuite = suite(
  "red",
  agent("wanders off", {
    model: "claude-sonnet-4-5",
    servers: [weather],
    prompt: "What is the weather in Sacramento now, and what will it be tomorrow?"
  }).pipe(
    runs(5),
    steady,
    toolSelection(get_weather, { minSelectionRate: 0.8, maxTotalTokens: 2_000 }),
    trajectory("subsequence", call(get_weather, subset({ city: "Sacramento" }))),
    callsAtMost(get_weather, 2),
    expect("tool_results[0].is_error", equals(false)),
    expect("tool_calls[0].args.city", equals("Sacramento")),
    reliability()
  )
)

export default redSuite
await main(import.meta, redSuite)
