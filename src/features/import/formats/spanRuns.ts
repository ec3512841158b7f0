/**
 * Runs from spans: a trace is a run. Its conversation is in the spans that hold the messages of a model, each with all messages before
 * it. Spans around them, and spans of another instrumentation inside of them, repeat messages and tokens.
 */
import { groupBy } from "../../../base/std/groupBy.ts"
import { chatSteps } from "./chatSteps.ts"
import { nameOf, objectOf, sumOf, textOf } from "../../../edges/telemetry/fields.ts"
import { importedRun } from "./importedRun.ts"
import { type Item, type RawRun, type ReadOptions, finding } from "../../../edges/telemetry/Item.ts"
import type { Span } from "../../../edges/telemetry/Span.ts"
import { type SpanExchange, exchangeOf, spanUsage } from "../../../edges/telemetry/spanMessages.ts"
import { offeredTools, withExecutions } from "./spanTools.ts"
import { isAgent, spansAbove } from "../../../edges/telemetry/spanTree.ts"
import type { Json } from "../../../base/domain/Json.ts"
import { parsedAttribute } from "../../../edges/telemetry/genAiMessages.ts"

/** `server` names the tools of the runs, whose server no span says. */
export function* spanRuns(spans: ReadonlyArray<Span>, server: string, options: ReadOptions): Generator<Item> {
  for (const [, all] of groupBy(spans, ({ trace }) => trace)) {
    const byId = new Map(all.map((span) => [span.id, span]))
    const exchanges = new Map(
      all.flatMap((span) => {
        const exchange = exchangeOf(span)
        return exchange === undefined ? [] : [[span, exchange] as const]
      })
    )
    const chats = [...exchanges]
      .map(([span, exchange]): ChatSpan => ({
        span,
        exchange,
        above: spansAbove(span, ({ parent }) => byId.get(parent ?? ""))
      }))
      .filter(({ above }) => !above.some((one) => exchanges.has(one)))
      .toSorted((a, b) => a.span.start - b.span.start || (a.span.id < b.span.id ? -1 : 1))
    const depth = ({ above }: ChatSpan) => above.filter(isAgent).length
    const outermost = Math.min(...chats.map(depth))
    const own = chats.filter((chat) => depth(chat) === outermost)
    const last = own.at(-1)
    for (const chat of chats) {
      if (depth(chat) > outermost) yield finding("an answer of an agent that another agent asked", chat.span.place)
    }
    if (last === undefined) yield finding("a trace without the messages of a model", all[0]!.place, true)
    else yield* runOf(own, last, all, server, options)
  }
}

/** A span with the messages of a model. */
interface ChatSpan {
  readonly span: Span
  readonly exchange: SpanExchange
  /** The spans around it, the nearest first. */
  readonly above: ReadonlyArray<Span>
}

function* runOf(
  chats: ReadonlyArray<ChatSpan>,
  { above, exchange, span: { attributes, place, trace } }: ChatSpan,
  all: ReadonlyArray<Span>,
  server: string,
  options: ReadOptions
): Generator<Item> {
  const { findings, steps, system } = chatSteps([...exchange.asked, ...exchange.answered], place)
  const isWhole = steps.filter(({ kind }) => kind === "answer").length === chats.length
  const tokens = chats.map(({ span }) => spanUsage(span)).reduce(sumOf)
  const model = nameOf(attributes["gen_ai.request.model"]) ?? nameOf(attributes["llm.model_name"])
  const named = above.find(isAgent)?.attributes ?? {}
  const agent = textOf(named["gen_ai.agent.name"]) ?? textOf(named["ai.telemetry.functionId"])
  for (const type of exchange.unknown) yield finding(`a part of the type ${JSON.stringify(type)}`, place)
  yield* findings
  if (chats.some(hasLostCalls)) return yield finding("a trace whose calls of tools were not recorded", place, true)
  if (!isWhole) yield finding("a trace that does not have all answers of its conversation", place)
  yield* importedRun(
    {
      place,
      ...rawSpans(chats.map(({ span }) => span)),
      source: { ...above.at(-1)?.attributes, ...attributes, trace },
      steps: withExecutions(steps, all),
      trace: { server, tokens: isWhole ? tokens : undefined },
      task: undefined,
      trial: undefined,
      ...(agent !== undefined && { agent }),
      ...(model !== undefined && { model }),
      ...(system !== undefined && { system }),
      tools: offeredTools(attributes, server)
    },
    options
  )
}

/** Some instrumentation keeps the words of an answer and drops its calls: without them a trace shows another run. */
const hasLostCalls = ({ exchange }: ChatSpan): boolean =>
  exchange.answered.map(objectOf).some((answer) => {
    const { finish_reason, function_call, tool_calls } = answer
    return finish_reason === "tool_calls" && tool_calls === undefined && function_call === undefined
  })

/** The attributes of each answer, which has all messages before it, too. */
const rawSpans = (chats: ReadonlyArray<Span>): RawRun => ({
  raw: chats.map((span) => ({ ...span.place, value: nestedAttributes(span) as Json })),
  search: { inMessages: false, isRepeated: true }
})

type Nested = { [key: string]: Json | Nested }

/** `{ a.0.b: 1 }` is `{ a: { 0: { b: 1 } } }`, and texts of JSON are what they say. */
const nestedAttributes = ({ attributes }: Span): Nested => {
  const root: Nested = {}
  for (const [path, value] of Object.entries(attributes)) {
    const keys = path.split(".")
    let at = root
    for (const key of keys.slice(0, -1)) {
      const next = Object.hasOwn(at, key) ? at[key] : (at[key] = {})
      if (typeof next !== "object" || next === null || Array.isArray(next)) break
      at = next as Nested
    }
    at[keys.at(-1) ?? ""] =
      (typeof value === "string" && /^\s*[[{]/.test(value) ? parsedAttribute(value) : value) ?? null
  }
  return root
}
