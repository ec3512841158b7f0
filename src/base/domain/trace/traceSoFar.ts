/**
 * What a function that speaks for the user receives: the trace until the user speaks.
 *
 * It has only what a replay knows at that point too, with the keys of objects in one order, so that a pure function says the same there.
 */
import stringify from "fast-json-stable-stringify"
import { shown } from "../../std/kinds.ts"
import { tryCatch } from "../../std/tryCatch.ts"
import type { Trace, Turn } from "./Trace.ts"

/** A conversation until the user speaks next. */
export interface TraceSoFar extends Pick<Trace, "final_response" | "tool_calls" | "tool_results"> {
  readonly conversation: { readonly turns: ReadonlyArray<Turn> }
}

/** Says the next message of the user. It has to be pure: the same trace gives the same message. */
export type SaysNext = (trace: TraceSoFar) => string

/** Until the `n`th message of the user, from 1; the whole trace if it has no such message. The value is the caller's own. */
export const traceSoFar = (trace: Trace, n: number): TraceSoFar => {
  const { turns } = trace.conversation
  const next = turns.findIndex(({ role }, at) => role === "user" && usersBefore(turns, at) === n - 1)
  const said = next === -1 ? turns : turns.slice(0, next)
  const tool_calls = next === -1 ? trace.tool_calls : callsBefore(trace, next)
  const ids = new Set(tool_calls.map(({ id }) => id))
  const soFar: TraceSoFar = {
    tool_calls,
    tool_results: trace.tool_results.filter(({ call_id }) => ids.has(call_id)),
    final_response: said.findLast(isAnswer)?.content ?? "",
    conversation: { turns: said }
  }
  return JSON.parse(stringify(soFar))
}

/** What a function says next, or a sentence without a subject about what it did instead. */
export const saidBy = (says: SaysNext, soFar: TraceSoFar): { readonly message: string } | { readonly flaw: string } =>
  tryCatch(
    () => {
      const said: unknown = says(soFar)
      if (typeof said !== "string") return { flaw: `returned ${shown(said)}, and not the words of the user` }
      return said.trim() === "" ? { flaw: "returned a text without words" } : { message: said }
    },
    (thrown) => ({ flaw: `threw ${thrown instanceof Error ? thrown.message : String(thrown)}` })
  )

/** What the agent answered to each message of the user: its last words before the next one. */
export const answersIn = ({ conversation: { turns } }: TraceSoFar): ReadonlyArray<string> => {
  const later = turns.flatMap(({ role }, at) => (role === "user" && at > 0 ? [at] : []))
  return [...later, turns.length].map((end) => turns[end - 1]?.content ?? "")
}

/** The calls that were made before the message at this place of the conversation. */
export const callsBefore = ({ conversation: { turns }, tool_calls }: Trace, at: number): Trace["tool_calls"] => {
  const count = turns[at]?.calls_before
  if (count !== undefined) return tool_calls.slice(0, count)
  const answers = turns.slice(0, at).filter(isAnswer).length
  return tool_calls.filter(({ turn = 0 }) => turn <= answers)
}

const usersBefore = (turns: ReadonlyArray<Turn>, at: number): number =>
  turns.slice(0, at).filter(({ role }) => role === "user").length

const isAnswer = ({ role }: Turn): boolean => role === "assistant"
