/**
 * The weather suite with a catalogue that is written by hand, with Schemas: what loading `passhat/schema` costs.
 */
import {
  agent,
  call,
  equals,
  expect,
  main,
  narrative,
  runs,
  server,
  subset,
  suite,
  toolSelection,
  trajectory
} from "passhat"
import { Schema } from "passhat/schema"
import { callsAtMost } from "../../../suites/gates/frugal.ts"
import { steady } from "../../../suites/gates/steady.ts"

const weather = server("weather", {
  command: ["node", "suites/servers/weather/main.js"],
  tools: {
    get_forecast: Schema.Struct({ city: Schema.String, days: Schema.Int }),
    get_weather: Schema.Struct({
      city: Schema.String,
      day: Schema.optionalKey(Schema.Literals(["today", "tomorrow"])),
      units: Schema.optionalKey(Schema.Literals(["metric", "imperial"]))
    })
  }
})

const { get_weather } = weather.tools

const handWritten = suite(
  "weather-hand-written",
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

export default handWritten
await main(import.meta, handWritten)
