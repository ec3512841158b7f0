/**
 * A trace as a list of things that happened, in order: what was said, what was called, what came back.
 */
import type { FaultMark, ToolCall, ToolResult, Trace } from "../../domain/Trace.ts"
import { grouped } from "../grouped.ts"
import { textOf } from "../textOf.ts"

export type Event =
  | { readonly kind: "said"; readonly role: "user" | "assistant" | "final"; readonly text: string }
  | {
      readonly kind: "call"
      /** Its place among the run's calls. */
      readonly at: number
      readonly call: ToolCall
      readonly results: ReadonlyArray<ToolResult>
      readonly faults: ReadonlyArray<FaultMark>
    }
  | { readonly kind: "result"; readonly name: string; readonly result: ToolResult }

export const eventsOf = (trace: Trace): ReadonlyArray<Event> => {
  const results = grouped(trace.tool_results, (result) => result.call_id)
  const faults = grouped(trace.faults, (fault) => fault.call_id)
  const calls = trace.tool_calls.map((call, at) => ({
    kind: "call" as const,
    at,
    call,
    results: results.get(call.id) ?? [],
    faults: faults.get(call.id) ?? []
  }))
  const byTurn = grouped(calls, ({ call }) => call.turn)
  let answers = 0
  const turns = trace.conversation.turns.flatMap(({ content, role }): ReadonlyArray<Event> => [
    { kind: "said", role, text: content },
    ...(role === "assistant" ? (byTurn.get(++answers) ?? []) : [])
  ])
  const ids = new Set(trace.tool_calls.map(({ id }) => id))
  return [
    ...turns,
    ...calls.filter(({ call }) => call.turn < 1 || call.turn > answers),
    ...trace.tool_results
      .filter(({ call_id }) => !ids.has(call_id))
      .map((result) => ({
        kind: "result" as const,
        name: `result of ${result.call_id}, which no call asked for`,
        result
      })),
    ...Object.entries(trace.observations ?? {})
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, result]) => ({ kind: "result" as const, name: `observed afterwards: ${name}`, result })),
    ...(trace.final_response === trace.conversation.turns.at(-1)?.content
      ? []
      : [{ kind: "said" as const, role: "final" as const, text: trace.final_response }])
  ]
}

/** Whether something went wrong there. */
export const isTrouble = (event: Event): boolean => {
  if (event.kind === "said") return false
  if (event.kind === "result") return hasFailed(event.result)
  return event.results.length === 0 || event.results.some(hasFailed) || event.faults.length > 0
}

/** Everything that a filter looks at. */
export const wordsOf = (event: Event): string => {
  if (event.kind === "said") return event.text
  if (event.kind === "result") return `${event.name} ${JSON.stringify(event.result)}`
  const { args, id, name, server } = event.call
  return `${id} ${server} ${name} ${JSON.stringify(args)} ${JSON.stringify(event.results)}`
}

/** The text of a result as MCP has it; what is not text, as JSON. */
export const resultText = ({ content }: ToolResult): string =>
  content.map((block) => textOf(block) ?? JSON.stringify(block, null, 2)).join("\n")

export const hasFailed = ({ is_error, timed_out }: ToolResult): boolean => is_error || timed_out
