/**
 * Reads the messages of a query of the Claude Agent SDK. Messages with one id are blocks of one answer. What a subagent does belongs to the
 * answer of the main agent that started it.
 */
import type { StepReport } from "../../../base/domain/recording/Driver.ts"
import { natural } from "../../../base/std/checks.ts"
import type { ReaderContext, Reported } from "./adapter.ts"
import { type Fields, blocksOf, fieldsOf, listOf, resultOf } from "./fields.ts"
import { frameworkCalls } from "./frameworkCalls.ts"

/** The steps of the main agent, and the tokens of all agents. */
export const readMessages = (
  messages: ReadonlyArray<Fields>,
  result: Fields,
  { isServed }: Pick<ReaderContext, "isServed">
): Omit<Reported, "final"> => {
  const superseded = new Set(messages.flatMap(({ supersedes }) => listOf(supersedes)))
  const kept = messages.filter(({ uuid }) => uuid === undefined || !superseded.has(uuid))
  const denied = new Set(listOf(result.permission_denials).map((one) => fieldsOf(one).tool_use_id))
  const results = new Map(kept.filter(({ type }) => type === "user").flatMap(resultsIn))
  const { answers, isOutOfOrder } = answersIn(kept)
  const steps = answers.map(({ stopReason, texts, uses }): StepReport => {
    const { calls, ownCalls } = frameworkCalls(
      uses.map(({ id, input, name }) => ({ name, args: input, answer: results.get(id), isElsewhere: denied.has(id) })),
      isServed
    )
    return { text: texts.join(""), stopReason, calls: isOutOfOrder ? Number.NaN : calls, ownCalls }
  })
  return { steps, usage: usageOf(result.modelUsage) }
}

interface Answer {
  readonly texts: Array<string>
  readonly uses: Array<Fields>
  stopReason: string | undefined
}

/** Out of order: a subagent in the background makes calls while the main agent goes on, so no turn of a call is known. */
const answersIn = (messages: ReadonlyArray<Fields>) => {
  const answers = new Map<unknown, Answer>()
  const answerOfUse = new Map<unknown, Answer>()
  let latest: Answer | undefined
  let isOutOfOrder = false
  for (const { message: given, parent_tool_use_id: parent, type } of messages) {
    const message = fieldsOf(given)
    if (type !== "assistant" || message.model === "<synthetic>") continue
    const isMain = parent === null || parent === undefined
    const answer: Answer | undefined = isMain
      ? (answers.get(message.id) ?? { texts: [], uses: [], stopReason: undefined })
      : answerOfUse.get(parent)
    if (answer === undefined) continue
    if (isMain) {
      answers.set(message.id, answer)
      latest = answer
      if (typeof message.stop_reason === "string") answer.stopReason = message.stop_reason
    }
    for (const block of blocksOf(message.content)) {
      if (block.type === "text" && isMain) answer.texts.push(String(block.text))
      if (block.type !== "tool_use") continue
      if (answer !== latest) isOutOfOrder = true
      answer.uses.push(block)
      answerOfUse.set(block.id, answer)
    }
  }
  return { answers: [...answers.values()], isOutOfOrder }
}

const resultsIn = ({ message }: Fields) =>
  blocksOf(fieldsOf(message).content)
    .filter(({ type }) => type === "tool_result")
    .map((block) => [block.tool_use_id, { result: resultOf(block.content), isError: block.is_error === true }] as const)

/** The tokens of all models, subagents included. Those that were read from a cache and written to it are input as well. */
const usageOf = (models: unknown): Reported["usage"] => {
  const all = Object.values(fieldsOf(models)).map(fieldsOf)
  const sum = (...names: ReadonlyArray<string>): number =>
    all
      .flatMap((model) => names.map((name) => natural(model[name]) ?? Number.NaN))
      .reduce((total, count) => total + count, 0)
  return {
    input: sum("inputTokens", "cacheReadInputTokens", "cacheCreationInputTokens"),
    output: sum("outputTokens")
  }
}
