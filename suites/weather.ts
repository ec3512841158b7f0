/**
 * An agent that answers questions about the weather: it has to pick the right tool, often enough, at a bounded price.
 */
import { agent, call, expect, equals, main, narrative, runs, subset, suite, toolSelection, trajectory } from "passhat"
import { callsAtMost } from "./gates/frugal.ts"
import { steady } from "./gates/steady.ts"
import { weather } from "./servers/weather.ts"

const { get_weather } = weather.tools

const weatherSuite = suite(
  "weather",
  agent("asks for the weather", {
    model: "claude-sonnet-4-5",
    servers: [weather],
    prompt: "What is the weather in Sacramento, now and tomorrow?",
    callTimeout: "2 seconds"
  }).pipe(
    runs(5),
    steady,
    toolSelection(get_weather, { minSelectionRate: 0.8, maxTotalTokens: 2_000 }),
    trajectory(
      "subsequence",
      call(get_weather, subset({ city: "Sacramento", day: "today" })),
      call(get_weather, subset({ city: "Sacramento", day: "tomorrow" }))
    ),
    callsAtMost(get_weather, 2),
    narrative(),
    expect("tool_results[0].is_error", equals(false)),
    expect("tool_results[0].structured.sky", equals("clear"))
  )
)

export default weatherSuite
await main(import.meta, weatherSuite)
