/**
 * Conversations whose user says what a function makes of the trace so far. SAYS chooses another function than the recorded one.
 */
import {
  agent,
  call,
  during,
  equals,
  expect,
  main,
  never,
  type SaysNext,
  runs,
  subset,
  suite,
  trajectory,
  turns
} from "passhat"
import { weather } from "../../../../suites/servers/weather.ts"

const { get_weather } = weather.tools
let asked = 0

const functions: { readonly [name: string]: SaysNext } = {
  pure: ({ final_response, tool_calls, tool_results }) =>
    `You looked at ${JSON.stringify(tool_calls[0]?.args)} ${tool_results.length} times, and say "${final_response}" And in Davis?`,
  changed: () => "And in Folsom?",
  impure: () => `And in Davis? ${++asked}`,
  // @ts-expect-error no text
  number: () => 7,
  throws: () => {
    throw new Error("no words")
  },
  mutates: (trace) => {
    const [first] = trace.tool_calls as unknown as Array<{ args: { city: string } }>
    if (first !== undefined) first.args.city = "Rome"
    return "And in Davis?"
  }
}

const conversation = suite(
  "turn function",
  agent("travels", { model: "claude-sonnet-4-5", servers: [weather], prompt: "Is it warm in Sacramento?" }).pipe(
    runs(2),
    turns(functions[process.env["SAYS"] ?? "pure"]!, "Thank you."),
    during(1, trajectory("strict", call(get_weather, subset({ city: "Sacramento" })))),
    during(2, trajectory("strict", call(get_weather, subset({ city: "Davis" })))),
    during(3, never(get_weather), expect("stop_reason", equals("end_turn")))
  )
)

export default conversation
await main(import.meta, conversation)
