/**
 * What the user says next where the plan does not have the words: a recording, a function of the suite, or a model knows them.
 */
import * as Effect from "effect/Effect"
import type { Exchange, ModelAnswer, UserExchange } from "../../base/domain/recording/Cassette.ts"
import { issue } from "../../base/domain/issues.ts"
import type { Cell, UserData } from "../../base/domain/plan/Plan.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import { answersIn, saidBy, traceSoFar } from "../../base/domain/trace/traceSoFar.ts"
import { END_MARK, userCell } from "../../base/domain/plan/userCell.ts"
import type { UserCode } from "../services/Driver.ts"
import { Infrastructure, infrastructure } from "../services/Infrastructure.ts"
import type { Message } from "../services/Model.ts"
import { RecordedUser } from "../services/RecordedUser.ts"
import { askModel, timed } from "./askModel.ts"

export interface Speaking {
  readonly cell: Cell
  readonly run: number
  readonly code: UserCode
  /** Until the user speaks. */
  readonly trace: Trace
  /** What is recorded of the run so far: what the user says is added, also if it ends the run. */
  readonly exchanges: Array<Exchange>
}

/** Without a message, the user ends the conversation. */
export const userWord = Effect.fnUntraced(function* (speaking: Speaking) {
  const { cell, exchanges, run, trace } = speaking
  const before = exchanges.filter((one) => one.kind === "user")
  const recorded = yield* RecordedUser
  const { user } = cell.behaviour
  if (recorded !== undefined) {
    const said = yield* recorded({ cell, run, at: before.length, answered: answersIn(trace).at(-1) ?? "" })
    exchanges.push(said)
    return said
  }
  if (user !== undefined) return yield* simulated(speaking, user, before)
  const said = yield* saidByFunction(speaking)
  exchanges.push(said)
  return said
})

const saidByFunction = ({ cell, code, run, trace }: Speaking): Effect.Effect<UserExchange, Infrastructure> => {
  const n = messagesIn(trace) + 1
  const says = code.turns?.[n - 2]
  if (says === undefined) return Effect.fail(noFunction(cell, run, n))
  const said = saidBy(says, traceSoFar(trace, n))
  return "flaw" in said
    ? Effect.fail(
        infrastructure(
          `${cell.name}, run #${run}: the function for message ${n} of the user ${said.flaw}.`,
          "Let it return the words of the user as a text."
        )
      )
    : Effect.succeed({ kind: "user", message: said.message })
}

const simulated = Effect.fnUntraced(function* (
  { cell, exchanges, run, trace }: Speaking,
  user: UserData,
  before: ReadonlyArray<UserExchange>
) {
  const messages = heardBy(answersIn(trace), before)
  const [answer, latency_ms] = yield* timed(askModel({ cell: userCell(cell, user), run, messages, tools: [] }))
  const message = messageOf(answer)
  const said: UserExchange = { kind: "user", ...(message !== undefined && { message }), answer, latency_ms }
  exchanges.push(said)
  const fault = userFault(user, answer, trace, before.length)
  return fault === undefined ? said : yield* spoilt(cell, run, before.length + 2, fault)
})

/** The conversation from the other side: the agent's answers are messages to the user. */
const heardBy = (answers: ReadonlyArray<string>, before: ReadonlyArray<UserExchange>): ReadonlyArray<Message> =>
  answers.flatMap((text, at): ReadonlyArray<Message> => {
    const said: ModelAnswer | undefined = before[at]?.answer
    const told: Message = { role: "user", text: text.trim() === "" ? "(The assistant says nothing.)" : text }
    return said === undefined ? [told] : [told, { role: "assistant", answer: said }]
  })

const messagesIn = ({ conversation: { turns } }: Trace): number => turns.filter(({ role }) => role === "user").length

const spoilt = (cell: Cell, run: number, n: number, fault: string): Infrastructure =>
  new Infrastructure({
    issue: issue(
      "SPOILT_BY_USER",
      `${cell.name}, run #${run}: the simulated user ${fault}, in message ${n} of the user. This says nothing of the agent.`,
      "Record the run again with --record=missing; if it comes again, change the goal, the persona or the model of simulatedUser."
    )
  })

const noFunction = (cell: Cell, run: number, n: number): Infrastructure =>
  infrastructure(
    `${cell.name}, run #${run}: message ${n} of the user is a function, which is not at hand here.`,
    "Run the suite itself, which has the function."
  )

/** What an answer of the model is in the conversation: undefined if the user ends it. */
export const messageOf = ({ text }: ModelAnswer): string | undefined =>
  text.includes(END_MARK) ? undefined : text.trim()

/**
 * Undefined for a user who plays well; otherwise what it did, as a sentence without a subject. `heard` is the trace until then, and
 * `before` counts the messages of the user after the prompt.
 */
const userFault = (user: UserData, answer: ModelAnswer, heard: Trace, before: number): string | undefined => {
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
