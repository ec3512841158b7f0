/**
 * What the spans of a running agent say of it: its turns with their tokens and stop reasons, and calls of its own tools. Calls that
 * were observed are joined to their spans by the parent that they name in `traceparent`.
 */
import type { StepReport } from "../../base/domain/recording/Driver.ts"
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import { isJsonObject } from "../../base/std/Json.ts"
import { listOf, nameOf, objectOf, sumOf, textOf, wordsIn } from "./fields.ts"
import { parsedAttribute } from "./genAiMessages.ts"
import { otlpSpan, type Span } from "./Span.ts"
import { exchangeOf, spanUsage } from "./spanMessages.ts"
import { isAgent, spansAbove } from "./spanTree.ts"

/** A call that went through passhat. */
export interface JoinedCall {
  readonly id: string
  /** The names by which a span may call its tool. */
  readonly names: ReadonlyArray<string>
  /** `<trace>-<span>` of the span that made it. */
  readonly parent: string | undefined
}

export interface SpanReport {
  readonly steps: ReadonlyArray<StepReport>
  /** The turn of each joined call, by its id. */
  readonly turns: ReadonlyMap<string, number>
}

/** The spans of an export, or undefined for a value that is none. */
export const exportedSpans = (value: Json | undefined): ReadonlyArray<Span> | undefined => {
  if (!isJsonObject(value) || !Array.isArray(value["resourceSpans"])) return undefined
  const place = { file: "", pointer: "" }
  return listOf(value["resourceSpans"]).flatMap((resource) =>
    listOf(objectOf(resource)["scopeSpans"]).flatMap((scope) =>
      listOf(objectOf(scope)["spans"]).map((span) => otlpSpan(span, place))
    )
  )
}

export const spanKey = ({ id, trace }: Pick<Span, "id" | "trace">): string => `${trace}-${id}`

export const spanReport = (spans: ReadonlyArray<Span>, calls: ReadonlyArray<JoinedCall>): SpanReport => {
  const byKey = new Map(spans.map((span) => [spanKey(span), span]))
  const parentOf = ({ parent, trace }: Span) => byKey.get(spanKey({ trace, id: parent ?? "" }))
  const above = (span: Span): ReadonlyArray<Span> => spansAbove(span, parentOf)
  const inOrder = spans.toSorted((a, b) => a.start - b.start || (spanKey(a) < spanKey(b) ? -1 : 1))
  const chats = inOrder.filter((span) => isChat(span) && !above(span).some(isChat))
  const depth = (span: Span): number => above(span).filter(isAgent).length
  const outermost = Math.min(...chats.map(depth))
  const turns = chats.filter((span) => depth(span) === outermost)
  /** The number of the turn in which something began; 0 before the first. */
  const turnAt = ({ start }: Span): number => turns.filter((turn) => turn.start <= start).length
  const tools = inOrder.filter((span) => isTool(span) && !above(span).some(isTool))
  const joined = new Map<string, number>()
  const observed = new Set<Span>()
  for (const { id, parent } of calls) {
    const origin = byKey.get(parent ?? "")
    if (origin === undefined) continue
    const tool = [origin, ...above(origin)].find((span) => tools.includes(span))
    if (tool !== undefined) observed.add(tool)
    if (turnAt(tool ?? origin) > 0) joined.set(id, turnAt(tool ?? origin))
  }
  // A call without a parent is in the trace already, so one span with its name is not a call of its own.
  for (const { names, parent } of calls.filter((one) => !byKey.has(one.parent ?? ""))) {
    const same = tools.find((span) => !observed.has(span) && names.includes(toolName(span)))
    if (same !== undefined && parent === undefined) observed.add(same)
  }
  const own = tools.filter((span) => !observed.has(span))
  return {
    steps: turns.map((turn, at) => ({
      ...wordsOf(turn),
      usage: chats
        .filter((chat) => Math.max(1, turnAt(chat)) === at + 1)
        .map(spanUsage)
        .reduce(sumOf),
      ownCalls: own.filter((span) => Math.max(1, turnAt(span)) === at + 1).map(ownCall)
    })),
    turns: joined
  }
}

const MODEL = new Set(["chat", "text_completion", "generate_content"])

const operation = ({ attributes }: Span): string => textOf(attributes["gen_ai.operation.name"]) ?? ""

const isChat = (span: Span): boolean => MODEL.has(operation(span)) || exchangeOf(span) !== undefined

const isTool = (span: Span): boolean => operation(span) === "execute_tool" || toolName(span) !== ""

const toolName = ({ attributes }: Span): string =>
  textOf(attributes["gen_ai.tool.name"]) ?? textOf(attributes["ai.toolCall.name"]) ?? ""

const wordsOf = (span: Span): Pick<StepReport, "stopReason" | "text"> => {
  const answer = objectOf(exchangeOf(span)?.answered[0])
  const { attributes } = span
  return {
    text: wordsIn(answer["content"]),
    stopReason:
      nameOf(answer["finish_reason"]) ??
      nameOf(listOf(parsedAttribute(attributes["gen_ai.response.finish_reasons"]))[0])
  }
}

const ownCall = (span: Span): NonNullable<StepReport["ownCalls"]>[number] => {
  const { attributes, isError } = span
  const args = parsedAttribute(attributes["gen_ai.tool.call.arguments"] ?? attributes["ai.toolCall.args"])
  const result = attributes["gen_ai.tool.call.result"] ?? attributes["ai.toolCall.result"]
  const hasFailed = isError || attributes["error.type"] !== undefined
  return {
    name: toolName(span) || span.name,
    ...(isJsonObject(args) && { args: args as JsonObject }),
    ...(result !== undefined && { result }),
    ...(hasFailed && { isError: true })
  }
}
