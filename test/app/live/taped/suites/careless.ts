/** An agent that passes whatever its model answers. */
import { agent, call, driver, main, subset, suite, trajectory } from "passhat"
import { careless } from "../agents/careless.ts"
import { weather } from "../../../../../suites/servers/weather.ts"

const happy = suite(
  "careless",
  agent("careless", { servers: [weather], prompt: "Is it warm?", driver: driver("careless", "1", careless) }).pipe(
    trajectory("superset", call(weather.tools.get_weather, subset({ city: "Sacramento" })))
  )
)
export default happy
await main(import.meta, happy)
