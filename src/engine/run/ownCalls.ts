/**
 * Calls of tools of the agent itself, as it reports them. They are in the trace, and they count neither as calls of a server nor
 * for the recovery from a fault: the agent alone says that they happened.
 */
import type { ToolAnswer } from "../../base/domain/recording/Cassette.ts"
import { type OwnCall, OWN_SERVER } from "../../base/domain/recording/Driver.ts"
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import { toolResult } from "../../base/domain/recording/toolResult.ts"
import type { ToolCall, Trace } from "../../base/domain/trace/Trace.ts"
import { isJsonObject } from "../../base/std/Json.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"

/** An own call as it is kept in a trace. */
export interface NotedOwnCall {
  readonly call: { readonly server: string; readonly name: string; readonly args: JsonObject }
  /** Undefined if the agent reported none. */
  readonly answer: ToolAnswer | undefined
}

export const ownCall = ({ args, isError, name, result }: OwnCall): NotedOwnCall => ({
  call: { server: OWN_SERVER, name: String(name), args: argsOf(args) },
  answer:
    result === undefined && isError === undefined
      ? undefined
      : { is_error: isError === true, ...contentOf(asJson(result)), timed_out: false }
})

/** A call that went through the session, with its turn if that is known. */
interface ObservedCall {
  readonly call: ToolCall
  readonly answer: ToolAnswer
  readonly reportedBefore: number
}

/**
 * Own calls follow the observed calls of their turn; if turns are not known, those that came before their report. `before` counts the own
 * calls of earlier parts of the conversation.
 */
export const withOwnCalls = (
  observed: ReadonlyArray<ObservedCall>,
  reported: ReadonlyArray<{ readonly ownCalls: ReadonlyArray<NotedOwnCall> }>,
  areTurnsKnown: boolean,
  before: number
): Pick<Trace, "tool_calls" | "tool_results"> => {
  let latest = 0
  const all = [
    ...observed.map(({ answer, call, reportedBefore }) => {
      // The order of observed calls stays, also where a later one is of an earlier turn.
      latest = Math.max(latest, call.turn ?? reportedBefore + 1)
      return { answer, call, after: latest }
    }),
    ...reported
      .flatMap(({ ownCalls }, at) => ownCalls.map((one) => ({ ...one, turn: at + 1 })))
      .map(({ answer, call, turn }, at) => ({
        answer,
        call: { id: `own${before + at + 1}`, ...call, ...(areTurnsKnown && { turn }) },
        after: turn
      }))
  ].toSorted((one, other) => one.after - other.after)
  return {
    tool_calls: all.map(({ call }) => call),
    tool_results: all.map(({ answer, call }) =>
      answer === undefined ? { call_id: call.id, missing: true } : toolResult(call.id, answer)
    )
  }
}

/** What is not JSON, such as a value that refers to itself, is kept as the text that it gives. */
const asJson = (value: unknown): Json =>
  tryCatch(
    (): Json => JSON.parse(JSON.stringify(value) ?? "null"),
    () => String(value)
  )

const argsOf = (args: unknown): JsonObject => {
  const value = asJson(args ?? {})
  return isJsonObject(value) ? value : { INVALID_JSON: typeof value === "string" ? value : JSON.stringify(value) }
}

const contentOf = (result: Json): Pick<ToolAnswer, "content" | "structured"> => {
  if (result === null) return { content: [] }
  if (typeof result === "string") return { content: [{ type: "text", text: result }] }
  return { content: [{ type: "text", text: JSON.stringify(result) }], structured: result }
}
