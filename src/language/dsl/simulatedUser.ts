/**
 * A model that plays the user: it says what comes after the prompt, and ends the conversation.
 */
import { fields, type Kind, listOf, number, optional, text } from "../../base/std/kinds.ts"
import { type Agent, extend } from "./agent.ts"
import type { Fact, HasTurn, NotYet } from "./facts.ts"
import { type ModelChoice, modelChoice } from "./model.ts"

export interface SimulatedUserOptions {
  readonly model: string | ModelChoice
  /** What the user wants, in the words that the model gets. */
  readonly goal: string
  /** Who the user is, and how they talk. */
  readonly persona?: string
  /** When the user ends the conversation; by default once the goal is reached, or the assistant says that it cannot be. */
  readonly stop?: string
  /** What the user must not say before the agent has said it, such as the answer. */
  readonly neverSays?: ReadonlyArray<string>
  /** How many messages the user may write after the prompt; default 5. */
  readonly maxTurns?: number
  /** The longest message, in tokens; default 1,024. */
  readonly maxTokens?: number
  readonly temperature?: number
}

/** What an agent keeps of it. */
export interface UserNode extends Omit<SimulatedUserOptions, "model"> {
  readonly model: ModelChoice
}

/**
 * Lets a model play the user in live runs. Its messages are recorded, and a replay has them without the model. Its tokens are not those
 * of the agent, and a run that it spoils has no verdict: it leaves its role, gives away what it must not say, or does not stop.
 *
 * ```ts
 * asks.pipe(
 *   simulatedUser({
 *     model: "claude-haiku-4-5",
 *     goal: "You want to know where it is warmer tomorrow, in Rome or in Paris.",
 *     persona: "In a hurry, and writes short sentences.",
 *     maxTurns: 4
 *   }),
 *   during(2, never(weather.tools.get_forecast))
 * )
 * ```
 */
export const simulatedUser =
  (options: SimulatedUserOptions) =>
  <Has extends Fact>(
    self: Agent<Has> & NotYet<Has, HasTurn<number>, "turns or simulatedUser to be said once">
  ): Agent<Has | HasTurn<number>> =>
    extend(
      self,
      (node) => ({
        user: { ...options, model: modelChoice(options.model) },
        ...(node.user !== undefined && { flaws: [...(node.flaws ?? []), "simulatedUser is said twice"] })
      }),
      optionsKind(options, "the argument of simulatedUser")
    )

/** What a model is, is a rule of the plan. */
const optionsKind: Kind = fields(
  {
    goal: text,
    persona: optional(text),
    stop: optional(text),
    neverSays: optional(listOf(text, "a list of texts")),
    maxTurns: optional(number),
    maxTokens: optional(number),
    temperature: optional(number)
  },
  "",
  "the options of a simulated user"
)
