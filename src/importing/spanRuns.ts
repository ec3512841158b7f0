/**
 * Runs from spans: a trace is a run. Its conversation is in the spans that hold the messages of a model as attributes named
 * `gen_ai.prompt.<n>` and `gen_ai.completion.<n>`, each with all messages before it. Spans around them repeat their tokens.
 */
import type { Json, JsonObject } from "../domain/Json.ts"
import { groupBy } from "../std/groupBy.ts"
import { chatSteps } from "./chatSteps.ts"
import { nameOf, sumOf, textOf, usageFrom } from "./fields.ts"
import { importedRun } from "./importedRun.ts"
import { finding, type Item, type ReadOptions, type SeenTool } from "./Item.ts"
import type { Span } from "./Span.ts"
import type { Step } from "./Step.ts"
import { flatList } from "./flatList.ts"
import { tryCatch } from "../std/tryCatch.ts"

/** `server` names the tools of the runs, whose server no span says. */
export function* spanRuns(spans: ReadonlyArray<Span>, server: string, options: ReadOptions): Generator<Item> {
  for (const [, all] of groupBy(spans, ({ trace }) => trace)) {
    const byId = new Map(all.map((span) => [span.id, span]))
    const chats = all
      .filter(isChatSpan)
      .toSorted((a, b) => a.start - b.start)
      .map((span): ChatSpan => ({ span, agents: agentsAbove(span, byId) }))
    const outermost = Math.min(...chats.map(({ agents }) => agents.length))
    const own = chats.filter(({ agents }) => agents.length === outermost)
    const last = own.at(-1)
    for (const { agents, span } of chats) {
      if (agents.length > outermost) yield finding("an answer of an agent that another agent asked", span.place)
    }
    if (last === undefined) yield finding("a trace without the messages of a model", all[0]!.place, true)
    else yield* runOf(own, last, all, server, options)
  }
}

/** A span with the messages of a model. */
interface ChatSpan {
  readonly span: Span
  /** The spans of the agents around it, the nearest first. */
  readonly agents: ReadonlyArray<Span>
}

function* runOf(
  chats: ReadonlyArray<ChatSpan>,
  { agents, span: { attributes, place, trace } }: ChatSpan,
  all: ReadonlyArray<Span>,
  server: string,
  options: ReadOptions
): Generator<Item> {
  const messages = [...flatList(attributes, "gen_ai.prompt"), ...flatList(attributes, "gen_ai.completion")]
  const { findings, steps, system } = chatSteps(messages, place)
  const isWhole = steps.filter(({ kind }) => kind === "answer").length === chats.length
  const tokens = chats.map(({ span }) => usageOf(span)).reduce(sumOf)
  const model = nameOf(attributes["gen_ai.request.model"])
  const agent = textOf(agents[0]?.attributes["gen_ai.agent.name"])
  yield* findings
  if (!isWhole) yield finding("a trace that does not have all answers of its conversation", place)
  yield* importedRun(
    {
      place,
      source: { ...attributes, trace },
      steps: withErrors(steps, all),
      trace: { server, tokens: isWhole ? tokens : undefined },
      task: undefined,
      trial: undefined,
      ...(agent !== undefined && { agent }),
      ...(model !== undefined && { model }),
      ...(system !== undefined && { system }),
      tools: functionsOf(attributes, server)
    },
    options
  )
}

const isChatSpan = ({ attributes }: Span): boolean =>
  attributes["gen_ai.completion.0.role"] !== undefined || attributes["gen_ai.completion.0.content"] !== undefined

const agentsAbove = (span: Span, byId: ReadonlyMap<string, Span>): ReadonlyArray<Span> => {
  const found: Array<Span> = []
  const seen = new Set<string>()
  for (let at: Span | undefined = span; at !== undefined && !seen.has(at.id); at = byId.get(at.parent ?? "")) {
    seen.add(at.id)
    if (at.attributes["gen_ai.operation.name"] === "invoke_agent") found.push(at)
  }
  return found
}

/** Cached tokens are part of the input; older spans call them prompt and completion tokens. */
const usageOf = ({ attributes }: Span) =>
  usageFrom(attributes["gen_ai.usage.input_tokens"], attributes["gen_ai.usage.output_tokens"]) ??
  usageFrom(attributes["gen_ai.usage.prompt_tokens"], attributes["gen_ai.usage.completion_tokens"])

/** The span that executed a call says whether it failed. */
const withErrors = (steps: ReadonlyArray<Step>, all: ReadonlyArray<Span>): ReadonlyArray<Step> => {
  const failed = new Set(
    all
      .filter(({ attributes, isError }) => isError || attributes["error.type"] !== undefined)
      .flatMap(({ attributes }) => textOf(attributes["gen_ai.tool.call.id"]) ?? [])
  )
  return steps.map((step) =>
    step.kind === "result" && step.id !== undefined && failed.has(step.id) ? { ...step, isError: true } : step
  )
}

const functionsOf = (attributes: JsonObject, server: string): ReadonlyArray<SeenTool> =>
  flatList(attributes, "llm.request.functions").flatMap(({ description, name, parameters }) => {
    const schema = typeof parameters === "string" ? tryCatch((): Json => JSON.parse(parameters)) : parameters
    return typeof name !== "string"
      ? []
      : [
          {
            server,
            name,
            ...(typeof description === "string" && { description }),
            ...(typeof schema === "object" && schema !== null && { input_schema: schema as JsonObject })
          }
        ]
  })
