/** Agents with requests that differ from run to run. */
import { agent, call, driver, main, runs, subset, suite, trajectory } from "passhat"
import { stamped } from "../agents/stamped.ts"
import { team } from "../agents/team.ts"
import { weather } from "../../../../../suites/servers/weather.ts"

const task = { servers: [weather], prompt: "Is it warm?" }
const asks = trajectory("superset", call(weather.tools.get_weather, subset({ city: "Sacramento" })))

const others = suite(
  "others",
  agent("team", { ...task, driver: driver("team", "1", team) }).pipe(runs(2), asks),
  agent("stamped", { ...task, driver: driver("stamped", "1", stamped, {}) }).pipe(asks)
)
export default others
await main(import.meta, others)
