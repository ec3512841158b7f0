/**
 * A conversation of five messages of the user, with gates on its parts.
 */
import { agent, call, during, equals, expect, main, never, runs, subset, suite, trajectory, turns } from "passhat"
import { weather } from "./weather.ts"

const { get_weather } = weather.tools
const asksFor = (city: string) => trajectory("strict", call(get_weather, subset({ city })))

const conversation = suite(
  "conversation",
  agent("travels", { model: "claude-sonnet-4-5", servers: [weather], prompt: "Is it warm in Sacramento?" }).pipe(
    runs(3),
    turns("And in Davis?", "Thank you.", "And in Folsom?", "Goodbye."),
    during(1, asksFor("Sacramento")),
    during(2, asksFor("Davis")),
    during(3, never(get_weather)),
    during(4, asksFor("Folsom")),
    during(5, never(get_weather), expect("stop_reason", equals("end_turn")))
  )
)

export default conversation
await main(import.meta, conversation)
