/**
 * What a model that plays the user did wrong, by rules that need no model. Such a run says nothing of the agent.
 */
import type { ModelAnswer } from "../../base/domain/recording/Cassette.ts"
import type { UserData } from "../../base/domain/plan/Plan.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import { END_MARK } from "../../base/domain/plan/userCell.ts"

/** What an answer of the model is in the conversation: undefined if the user ends it. */
export const messageOf = ({ text }: ModelAnswer): string | undefined =>
  text.includes(END_MARK) ? undefined : text.trim()

/**
 * Undefined for a user who plays well; otherwise what it did, as a sentence without a subject. `heard` is the trace until then, and
 * `before` counts the messages of the user after the prompt.
 */
export const userFault = (user: UserData, answer: ModelAnswer, heard: Trace, before: number): string | undefined => {
  const { stop_reason } = answer
  if (stop_reason === "max_tokens") return `was cut off after ${user.options.max_tokens} tokens`
  if (stop_reason === "refusal") return "refused to go on"
  const message = messageOf(answer)
  if (message === undefined) return undefined
  if (message === "") return "said nothing"
  const left = ROLE.map((words) => words.exec(message)?.[0]).find((words) => words !== undefined)
  if (left !== undefined) return `left its role: it said "${left}"`
  const given = (user.never_says ?? []).find(
    (words) => says(message, words) && !heard.conversation.turns.some(({ content }) => says(content, words))
  )
  if (given !== undefined) return `gave away "${given}" before the agent had said it`
  const { max_turns } = user.options
  return before >= max_turns ? `did not end the conversation within ${max_turns} messages` : undefined
}

/** What a person who asks for something does not say: that it is a program, what an assistant says, and words about the play. */
export const ROLE: ReadonlyArray<RegExp> = [
  /\b(?:as|i am|i['’]m) (?:just |only )?an? (?:ai|a\.i\.|artificial intelligence|(?:large )?language model|llm|chatbot|(?:virtual|digital|helpful) assistant|simulated user)\b/i,
  /\bhow (?:can|may|could) i (?:help|assist)\b/i,
  /\b(?:system prompt|my persona|simulated user|role-?play(?:ing)?)\b/i
]

/** Whether a text has the words as whole words, whatever their case and the space between them. */
const says = (text: string, words: string): boolean => ` ${plain(text)} `.includes(` ${plain(words)} `)

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
