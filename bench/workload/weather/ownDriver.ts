/**
 * The weather suite with an agent of the user's own: its recording has the traces themselves, and the driver does not run.
 */
import {
  agent,
  call,
  driver,
  equals,
  expect,
  main,
  narrative,
  runs,
  subset,
  suite,
  toolSelection,
  trajectory
} from "passhat"
import { callsAtMost } from "../../../suites/gates/frugal.ts"
import { steady } from "../../../suites/gates/steady.ts"
import { weather } from "../../../suites/servers/weather.ts"

const { get_weather } = weather.tools

const asker = driver("asker", "1", async ({ call: ask }) => {
  await ask("weather/get_weather", { city: "Sacramento", day: "today" })
  await ask("weather/get_weather", { city: "Sacramento", day: "tomorrow" })
  return "It is clear."
})

const ownDriver = suite(
  "weather-own-driver",
  agent("asks for the weather", {
    driver: asker,
    servers: [weather],
    prompt: "What is the weather in Sacramento, now and tomorrow?"
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

export default ownDriver
await main(import.meta, ownDriver)
