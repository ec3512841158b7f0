/**
 * The tokens of a user's own agent, as its exchanges with its model carry them.
 *
 * The provider counts these tokens, so they count before what the agent reports of itself. Exchanges of which one carries no tokens are
 * only a lower bound: then what the agent reports counts, unless it is below that bound.
 */
import { type Json, type JsonObject, isJsonObject, isObject } from "../../std/Json.ts"
import { tryCatch } from "../../std/tryCatch.ts"
import type { Usage } from "./Cassette.ts"
import { assembledCompletion, assembledMessage, assembledResponse } from "./streams/assembled.ts"
import { serverSentEvents } from "./streams/serverSentEvents.ts"
import type { Tokens, Trace } from "../trace/Trace.ts"
import type { WireExchange } from "./Wire.ts"
import { natural } from "../../std/checks.ts"

/** The trace with the tokens that count, and beside them what the agent reported if that differs. */
export const withCountedTokens = (trace: Trace, exchanges: ReadonlyArray<WireExchange>): Trace => {
  const answers = exchanges.flatMap(usageOf)
  if (answers.length === 0) return trace
  const { tokens: reported, ...conversation } = trace.conversation
  const carried = answers.flatMap((one) => one ?? []).reduce(sum, { input: 0, output: 0 })
  const tokens = answers.includes(undefined) ? atLeast(reported, carried) : totalOf(carried)
  const unreported = (trace.unreported ?? []).filter((one) => one !== "tokens")
  return {
    ...trace,
    conversation: {
      ...(tokens !== undefined && { tokens }),
      ...(reported !== undefined && !isSame(reported, tokens) && { reported_tokens: reported }),
      ...conversation
    },
    unreported: tokens === undefined ? [...unreported, "tokens"] : unreported
  }
}

/** The tokens of an exchange that asked a model: undefined if it carries none. An empty list for any other exchange. */
const usageOf = (exchange: WireExchange): ReadonlyArray<Usage | undefined> => {
  const { method, path, status } = exchange
  // An answer that the provider refused to give has no tokens.
  if (method !== "POST" || (status !== undefined && (status < 200 || status > 299))) return []
  const body = answerIn(exchange)
  if (body === undefined) return ASKING.test(path) ? [undefined] : []
  const usage = sentUsage(body["usage"])
  return [usage !== undefined && usage.input + usage.output > 0 ? usage : undefined]
}

/** The paths at which a model is asked. Others count tokens, list models, or keep files. */
const ASKING = /(?:^|\/)(?:messages|completions|responses)(?:\?|$)/

/** The body of a whole answer of a model; undefined for anything else. */
const answerIn = ({ answer: { json, text = "" } }: WireExchange): JsonObject | undefined => {
  const whole = json ?? tryCatch((): Json => JSON.parse(text))
  if (whole !== undefined) return isAnswer(whole) ? whole : undefined
  const events = serverSentEvents(text, JSON.parse) ?? []
  const body = assembledMessage(events) ?? assembledCompletion(events) ?? assembledResponse(events)
  return isAnswer(body) ? body : undefined
}

const isAnswer = (body: unknown): body is JsonObject =>
  isObject(body) && (body["type"] === "message" || body["object"] === "response" || Array.isArray(body["choices"]))

/** Anthropic counts cached tokens beside the input, others within it. */
const sentUsage = (usage: Json | undefined): Usage | undefined => {
  if (!isJsonObject(usage)) return undefined
  return usageFrom(
    usage["input_tokens"] ?? usage["prompt_tokens"],
    usage["output_tokens"] ?? usage["completion_tokens"],
    usage["cache_creation_input_tokens"],
    usage["cache_read_input_tokens"]
  )
}

/** What the agent reports, unless exchanges show that it used more. */
const atLeast = (reported: Tokens | undefined, carried: Usage): Tokens | undefined =>
  reported !== undefined && reported.input >= carried.input && reported.output >= carried.output ? reported : undefined

const isSame = (one: Tokens, other: Tokens | undefined): boolean =>
  one.input === other?.input && one.output === other.output

const sum = (one: Usage, other: Usage): Usage => ({
  input: one.input + other.input,
  output: one.output + other.output
})

const totalOf = ({ input, output }: Usage): Tokens => ({ input, output, total: input + output })

/** Undefined unless both are whole numbers from 0. `more` are parts of the input that `input` leaves out. */
export const usageFrom = (input: unknown, output: unknown, ...more: ReadonlyArray<unknown>): Usage | undefined => {
  const counts = [output, input, ...more.filter((one) => one !== undefined && one !== null)].map(natural)
  if (counts.includes(undefined)) return undefined
  const [said = 0, ...read] = counts as ReadonlyArray<number>
  return { input: read.reduce((total, one) => total + one, 0), output: said }
}
