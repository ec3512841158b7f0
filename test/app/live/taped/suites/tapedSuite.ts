/**
 * One question for agents that bring their own client of a model.
 */
import { agent, call, contains, type Driver, equals, expect, runs, said, subset, suite, trajectory } from "passhat"
import { weather } from "../../../../../suites/servers/weather.ts"

const sees = (city: string) => call(weather.tools.get_weather, subset({ city }))

/** By the name of the agent. */
export const tapedSuite = (drivers: Readonly<Record<string, Driver>>) =>
  suite(
    "taped",
    ...Object.entries(drivers).map(([name, driver]) =>
      agent(name, { driver, servers: [weather], prompt: "Is it warm in Sacramento and in Oslo?" }).pipe(
        runs(2),
        trajectory("superset", sees("Sacramento"), sees("Oslo")),
        expect("tool_results[0].structured.celsius", equals(21)),
        said(contains("21 degrees"), { decides: true })
      )
    )
  )
