/**
 * Reads the steps of a run of the OpenAI Agents SDK: the responses of its models, and the items that it made of them.
 */
import type { StepReport } from "../../../base/domain/recording/Driver.ts"
import { groupBy } from "../../../base/std/groupBy.ts"
import { tryCatch } from "../../../base/std/tryCatch.ts"
import type { ReaderContext, Reported } from "./adapter.ts"
import { type Fields, fieldsOf, listOf, textOf, tokens } from "./fields.ts"
import { type FrameworkCall, frameworkCalls } from "./frameworkCalls.ts"

/** A response of the model is a step. The tokens of the run are those of all agents, also of agents that are tools. */
export const stepsOf = ({ newItems, rawResponses, state }: Fields, reading: ReaderContext): Reported => {
  const { inputTokens, outputTokens } = fieldsOf(fieldsOf(state).usage)
  const results = resultsIn(listOf(newItems).map(fieldsOf))
  return {
    steps: listOf(rawResponses).map((response) => stepOf(fieldsOf(response), results, reading)),
    usage: tokens(inputTokens, outputTokens)
  }
}

/** The results of each id of a call, in order: servers of models may give an id to several calls. */
type Results = ReadonlyMap<unknown, Array<unknown>>

const resultsIn = (items: ReadonlyArray<Fields>): Results => {
  const all = items
    .map(({ output, rawItem }) => ({ raw: fieldsOf(rawItem), output }))
    .filter(({ raw }) => RESULT.test(String(raw.type)))
  const byId = groupBy(all, ({ raw }) => raw.callId)
  return new Map(Array.from(byId, ([id, some]) => [id, some.map(({ output, raw }) => output ?? raw.output ?? null)]))
}

const HOSTED = "hosted_tool_call"
const RESULT = /_call_(?:result|output)$/

const stepOf = (response: Fields, results: Results, { isServed }: ReaderContext): StepReport => {
  const items = listOf(response.output).map(fieldsOf)
  const calls = items.filter(({ type }) => isCall(type))
  const { inputTokens, outputTokens } = fieldsOf(response.usage)
  return {
    text: items.flatMap(({ content, role }) => (role === "assistant" ? wordsIn(content) : [])).join(""),
    stopReason: stopReason(fieldsOf(response.providerData), items),
    usage: tokens(inputTokens, outputTokens),
    ...frameworkCalls(
      calls.flatMap((call) => madeCall(call, results)),
      isServed
    )
  }
}

/**
 * A hosted tool runs at the provider, which tells its output with the call. A call of the agent without a result was not made, as one that
 * waits for an approval. Other calls than those of functions have no name.
 */
const madeCall = (call: Fields, results: Results): ReadonlyArray<FrameworkCall> => {
  const isHosted = call.type === HOSTED
  const result = isHosted ? call.output : results.get(call.callId)?.shift()
  const asked = {
    name: call.name ?? String(call.type).replace(/_call$/, ""),
    args: argsOf(call.arguments ?? call.action ?? call.operation),
    isElsewhere: call.type !== "function_call"
  }
  if (result === undefined) return isHosted ? [asked] : []
  return [{ ...asked, answer: { result: wordsOf(result), isError: false } }]
}

/** Arguments of functions are JSON in a text; a text that is none is kept as it is. */
const argsOf = (given: unknown): unknown =>
  typeof given === "string"
    ? tryCatch(
        () => JSON.parse(given),
        () => given
      )
    : given

const wordsOf = (output: unknown): unknown => textOf(fieldsOf(output).text) ?? output

const wordsIn = (content: unknown): ReadonlyArray<string> =>
  listOf(content).flatMap((part) => textOf(fieldsOf(part).text) ?? textOf(fieldsOf(part).refusal) ?? [])

/**
 * In the words of the provider, which the SDK does not keep of a stream; then the status of the message tells whether it is whole.
 * The Responses API also calls an answer with calls "completed".
 */
const stopReason = (
  { choices, incomplete_details, status }: Fields,
  items: ReadonlyArray<Fields>
): string | undefined => {
  const reason = textOf(fieldsOf(listOf(choices)[0]).finish_reason) ?? textOf(fieldsOf(incomplete_details).reason)
  const word = reason ?? textOf(status) ?? textOf(items.findLast(({ role }) => role === "assistant")?.status)
  const isCalling = items.some(({ type }) => isCall(type) && type !== HOSTED)
  return isCalling && (word === undefined || word === "completed") ? "tool_use" : word
}

const isCall = (type: unknown): boolean => typeof type === "string" && type.endsWith("_call")
