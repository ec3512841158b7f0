/**
 * A trace as the list of its transcript: messages, calls with their results, and other results, in order.
 */
import { hasFailed } from "../../base/domain/trace/hasFailed.ts"
import type { FaultMark, ToolCall, ToolResult, Trace } from "../../base/domain/trace/Trace.ts"
import { groupBy } from "../../base/std/groupBy.ts"
import { blockText } from "../../edges/report/text/blockText.ts"
import { knownResults } from "../../base/domain/trace/oneResultPerCall.ts"

export type TranscriptItem =
  | { readonly kind: "said"; readonly role: "user" | "assistant" | "final" | "error"; readonly text: string }
  | CallItem
  | { readonly kind: "result"; readonly name: string; readonly result: ToolResult }

export interface CallItem {
  readonly kind: "call"
  /** The index of the call in the run. */
  readonly at: number
  readonly call: ToolCall
  readonly results: ReadonlyArray<ToolResult>
  readonly faults: ReadonlyArray<FaultMark>
}

/** Every call of a run with what came of it. */
export const callItems = (trace: Trace): ReadonlyArray<CallItem> => {
  const results = groupBy(knownResults(trace), (result) => result.call_id)
  const faults = groupBy(trace.faults, (fault) => fault.call_id)
  return trace.tool_calls.map((call, at) => ({
    kind: "call" as const,
    at,
    call,
    results: results.get(call.id) ?? [],
    faults: faults.get(call.id) ?? []
  }))
}

export const transcriptOf = (trace: Trace): ReadonlyArray<TranscriptItem> => {
  const calls = callItems(trace)
  const byTurn = groupBy(calls, ({ call }) => call.turn)
  let answers = 0
  const turns = trace.conversation.turns.flatMap(({ content, role }): ReadonlyArray<TranscriptItem> => [
    { kind: "said", role, text: content },
    ...(role === "assistant" ? (byTurn.get(++answers) ?? []) : [])
  ])
  const ids = new Set(trace.tool_calls.map(({ id }) => id))
  return [
    ...turns,
    ...calls.filter(({ call: { turn } }) => turn === undefined || turn < 1 || turn > answers),
    ...knownResults(trace)
      .filter(({ call_id }) => !ids.has(call_id))
      .map((result) => ({
        kind: "result" as const,
        name: `result of ${result.call_id}, which no call asked for`,
        result
      })),
    ...Object.entries(trace.observations ?? {})
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, result]) => ({ kind: "result" as const, name: `observed afterwards: ${name}`, result })),
    ...(trace.error === undefined ? [] : [{ kind: "said" as const, role: "error" as const, text: trace.error }]),
    ...(trace.error !== undefined || trace.final_response === trace.conversation.turns.at(-1)?.content
      ? []
      : [{ kind: "said" as const, role: "final" as const, text: trace.final_response }])
  ]
}

/** Whether the item has a failed, missing or late result, or a fault. */
export const isTrouble = (item: TranscriptItem): boolean => {
  if (item.kind === "said") return false
  if (item.kind === "result") return hasFailed(item.result)
  return item.results.length === 0 || item.results.some(hasFailed) || item.faults.length > 0
}

/** The text that the filter searches. */
export const searchText = (item: TranscriptItem): string => {
  if (item.kind === "said") return item.text
  if (item.kind === "result") return `${item.name} ${JSON.stringify(item.result)}`
  const { args, id, name, server } = item.call
  return `${id} ${server} ${name} ${JSON.stringify(args)} ${JSON.stringify(item.results)}`
}

/** The text of a result; blocks that are not text are written as JSON. */
export const resultText = ({ content }: ToolResult): string =>
  content.map((block) => blockText(block) ?? JSON.stringify(block, null, 2)).join("\n")
