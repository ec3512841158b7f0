/**
 * One task for agents of all kinds: one built in, one async, one an Effect, one in Python. All are judged alike; Atlantis
 * has no weather, so who asks for that is red.
 */
import * as Effect from "effect/Effect"
import { appendFileSync } from "node:fs"
import {
  agent,
  all,
  call,
  command,
  driver,
  equals,
  expect,
  main,
  narrative,
  type Session,
  subset,
  suite,
  trajectory
} from "passhat"
import { weather } from "../../../../suites/servers/weather.ts"

const TOOL = "weather/get_weather"

/** Says that its code runs. */
const note = (name: string): void => appendFileSync(process.env["DRIVER_LOG"] ?? "", `${name}\n`)

const asynchronous = driver("async", "1", async (session: Session) => {
  note("async")
  session.say("I will look.")
  const { is_error } = await session.call(TOOL, { city: session.prompt })
  session.usage({ input: 20, output: 4 })
  return is_error ? "I found nothing." : "It is clear."
})

const effectful = driver("effect", "1", ({ callEffect, prompt }) =>
  Effect.gen(function* () {
    note("effect")
    const { is_error } = yield* callEffect(TOOL, { city: prompt })
    return is_error ? "I found nothing." : "It is clear."
  })
)

const python = command(["python3", "test/engine/layers/live/command/agents/weather.py"], { name: "weather.py" })

const judged = all(
  trajectory("strict", call(weather.tools.get_weather, subset({}))),
  expect("tool_results[0].is_error", equals(false)),
  expect("tool_results[0].structured.sky", equals("clear")),
  narrative()
)

const kinds = [
  ["built in", { model: "claude-sonnet-4-5" }],
  ["async", { driver: asynchronous }],
  ["effect", { driver: effectful }],
  ["python", { driver: python }]
] as const

const drivers = suite(
  "drivers",
  ...kinds.flatMap(([kind, how]) =>
    ["Sacramento", "Atlantis"].map((prompt) =>
      agent(`${kind} in ${prompt}`, { ...how, servers: [weather], prompt }).pipe(judged)
    )
  )
)

export default drivers
await main(import.meta, drivers)
