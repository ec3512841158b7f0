/** One question for agents of three kinds: all of them bring their own client of a model. */
import {
  agent,
  call,
  command,
  contains,
  driver,
  equals,
  expect,
  main,
  runs,
  said,
  subset,
  suite,
  trajectory
} from "passhat"
import { claude } from "../agents/claude.ts"
import { gpt } from "../agents/gpt.ts"
import { weather } from "../../../../../suites/servers/weather.ts"

const options = { sources: ["agents/*.ts"] }

const kinds = {
  python: command(["python3", "agents/ask.py"], { name: "ask.py" }),
  claude: driver("claude", "1", claude, options),
  gpt: driver("gpt", "1", gpt, options)
}

const agents = Object.entries(kinds).map(([name, kind]) =>
  agent(name, { driver: kind, servers: [weather], prompt: "Is it warm in Sacramento and in Oslo?" }).pipe(
    runs(2),
    trajectory(
      "superset",
      call(weather.tools.get_weather, subset({ city: "Sacramento" })),
      call(weather.tools.get_weather, subset({ city: "Oslo" }))
    ),
    expect("tool_results[0].structured.celsius", equals(21)),
    said(contains("21 degrees"), { decides: true })
  )
)

const taped = suite("taped", ...agents)
export default taped
await main(import.meta, taped)
