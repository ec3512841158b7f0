/**
 * What the user says after the prompt: a conversation with a script.
 */
import type { SaysNext } from "../../base/domain/trace/traceSoFar.ts"
import { code, either, type Kind, listOf, text } from "../../base/std/kinds.ts"
import { type Agent, extend } from "./agent.ts"
import type { Fact, HasTurn, NotYet } from "./facts.ts"
import { prompted, type WithImages } from "./prompt.ts"

export type { SaysNext, TraceSoFar } from "../../base/domain/trace/traceSoFar.ts"

/**
 * Messages of the user after the prompt. Each is sent when the agent has ended its turn; `maxTurns` counts the answers of the whole
 * conversation. A message may be a pure function of the trace so far: what it says is recorded, and a replay in which it would say
 * something else has no verdict. `during(2, ...)` holds gates to the part that begins with the second message of the user, the first of these.
 *
 * ```ts
 * asks.pipe(
 *   turns("And in Paris?", ({ tool_calls }) => (tool_calls.length > 1 ? "Thank you." : "Please look it up.")),
 *   during(2, trajectory("superset", call(weather.tools.get_weather, subset({ city: "Paris" })))),
 *   during(3, never(weather.tools.get_weather))
 * )
 * ```
 */
export const turns =
  <const Messages extends readonly [Said, ...ReadonlyArray<Said>]>(...messages: Messages) =>
  <Has extends Fact>(
    self: Agent<Has> & NotYet<Has, HasTurn<number>, "turns or simulatedUser to be said once">
  ): Agent<Has | HasTurn<PartsOf<Messages>>> =>
    extend(
      self,
      (node) => ({
        turns: messages,
        ...(node.turns !== undefined && { flaws: [...(node.flaws ?? []), "turns is said twice"] })
      }),
      messages.length === 0 ? ["turns is given no message"] : listOf(said)(messages, "turns")
    )

/** The words of a message, with images or without, or a function that says them. */
type Said = string | SaysNext | WithImages

const said: Kind = (value, path) => (Array.isArray(value) ? prompted(value, path) : wordsOrCode(value, path))

const wordsOrCode = either("a text or a function", text, code)

/** 1 for the prompt and one more for each message; any number if the compiler does not know how many there are. */
type PartsOf<Messages extends ReadonlyArray<unknown>> = number extends Messages["length"]
  ? number
  : Exclude<Extract<Partial<readonly [unknown, ...Messages]>["length"], number>, 0>
