/**
 * A part of a conversation as a trace of its own: from one message of the user to the next.
 */
import type { Trace } from "../../base/domain/trace/Trace.ts"

export interface ConversationPart {
  readonly trace: Trace
  /** Where the lists of the part begin in those of the run. */
  readonly begins: { readonly tool_calls: number; readonly tool_results: number; readonly "conversation.turns": number }
}

/**
 * The part that begins with the `n`th message of the user, from 1. Undefined if the run has no answer to it, or if it is not known which
 * calls are of which part. A part has the run's clock, observations and numbers of turns. It has tokens and recorded times only if it is
 * the whole run.
 */
export const conversationPart = (trace: Trace, n: number): ConversationPart | undefined => {
  const { tokens, turns } = trace.conversation
  const spoken = turns.flatMap(({ role }, at) => (role === "user" ? [at] : []))
  const first = spoken[n - 1]
  if (first === undefined) return undefined
  /** Whether the messages of the user say how many calls came before them: then the calls need no turns. */
  const isCounted = spoken.slice(1).every((at) => turns[at]?.calls_before !== undefined)
  if (!isCounted && trace.tool_calls.some(({ turn }) => turn === undefined)) return undefined
  const next = spoken[n] ?? turns.length
  const isLast = next === turns.length
  const answersBefore = turns.slice(0, first).filter(isAnswer).length
  const said = turns.slice(first, next)
  const lastAnswer = answersBefore + said.filter(isAnswer).length
  const isOfPart = ({ turn = 0 }: { readonly turn?: number }): boolean =>
    turn > answersBefore && (isLast || turn <= lastAnswer)
  const [from = 0, to] = [turns[first]?.calls_before, turns[next]?.calls_before]
  const tool_calls = isCounted ? trace.tool_calls.slice(from, to) : trace.tool_calls.filter(isOfPart)
  if (tool_calls.length === 0 && !said.some(isAnswer)) return undefined
  const ids = new Set(tool_calls.map(({ id }) => id))
  const isResultOfPart = ({ call_id }: { readonly call_id: string }): boolean => ids.has(call_id)
  const { error, ...rest } = trace
  const { recorded_ms: _, ...untimed } = trace.clock
  const isWhole = said.length === turns.length
  return {
    trace: {
      ...rest,
      tool_calls,
      tool_results: trace.tool_results.filter(isResultOfPart),
      final_response: isLast ? trace.final_response : (said.findLast(isAnswer)?.content ?? ""),
      stop_reason: isLast ? trace.stop_reason : "end_turn",
      ...(isLast && error !== undefined && { error }),
      conversation: { ...(tokens !== undefined && isWhole && { tokens }), turns: said },
      clock: isWhole ? trace.clock : untimed,
      faults: trace.faults.filter(isResultOfPart)
    },
    begins: {
      tool_calls: isCounted ? from : Math.max(0, trace.tool_calls.findIndex(isOfPart)),
      tool_results: Math.max(0, trace.tool_results.findIndex(isResultOfPart)),
      "conversation.turns": first
    }
  }
}

const isAnswer = ({ role }: Trace["conversation"]["turns"][number]): boolean => role === "assistant"
