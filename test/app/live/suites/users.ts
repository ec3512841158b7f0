/**
 * Conversations with users of all kinds: words, a function and a model, with the built-in agent, a driver and a program.
 */
import {
  agent,
  call,
  command,
  driver,
  during,
  ending,
  equals,
  expect,
  image,
  main,
  never,
  runs,
  type SaysNext,
  type Session,
  simulatedUser,
  subset,
  suite,
  trajectory,
  turns
} from "passhat"
import { weather } from "./weather.ts"

const { get_weather } = weather.tools
const task = { servers: [weather], prompt: "Is it warm in Sacramento?" } as const
const asksFor = (city: string) => trajectory("strict", call(get_weather, subset({ city })))

const pixel = image(import.meta, "../images/pixel.png")

/** SAYS chooses another function than the recorded one. */
const functions: { readonly [name: string]: SaysNext } = {
  recorded: ({ final_response, tool_calls }) =>
    `${JSON.stringify(tool_calls[0]?.args)} ${final_response} And in Davis?`,
  changed: () => "And in Davis?"
}

const traveller = simulatedUser({
  model: "claude-haiku-4-5",
  goal: "You want to know whether it is warm in Sacramento and in Davis.",
  persona: "In a hurry.",
  neverSays: ["21 degrees"],
  maxTurns: 2
})

const clerk = driver("clerk", "1", async ({ call: look, memory, prompt, step }: Session) => {
  const city = /in (\w+)\?/.exec(prompt)?.[1]
  memory["cities"] = Number(memory["cities"] ?? 0) + 1
  if (city !== undefined) await look("get_weather", { city })
  step({ text: "I look.", usage: { input: 20, output: 2 } })
  return `It is warm in ${city}, city ${memory["cities"]}.`
})

const users = suite(
  "users",
  agent("function", { ...task, model: "claude-sonnet-4-5" }).pipe(
    runs(2),
    turns(functions[process.env["SAYS"] ?? "recorded"]!, "Thank you."),
    during(1, asksFor("Sacramento")),
    during(2, asksFor("Davis")),
    during(3, never(get_weather), expect("stop_reason", equals("end_turn")))
  ),
  agent("model", { ...task, model: "claude-sonnet-4-5" }).pipe(
    traveller,
    during(1, asksFor("Sacramento")),
    during(2, asksFor("Davis")),
    expect("stop_reason", equals("end_turn"))
  ),
  agent("driver", { ...task, driver: clerk }).pipe(
    traveller,
    during(1, asksFor("Sacramento")),
    during(2, asksFor("Davis")),
    expect("conversation.tokens.total", equals(66))
  ),
  agent("program", {
    ...task,
    driver: command(["python3", "test/engine/layers/live/command/agents/talks.py"], { name: "talks.py" })
  }).pipe(turns("And in Davis?"), during(2, never(get_weather), ending())),
  agent("image", { servers: [weather], model: "claude-opus-4-5", prompt: ["What is it?", pixel] }).pipe(
    turns(["And this?", pixel, pixel], "Thank you."),
    during(3, never(get_weather), ending())
  )
)

export default users
await main(import.meta, users)
