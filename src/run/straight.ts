/**
 * A recording in which nothing went wrong, told in one pass: no fault is injected, no call ran out of time, and every call
 * was made as the model asked for it.
 *
 * It is what the machine of `loop.ts` comes to on the same recording, without its steps, and a test holds the two against
 * each other. Whatever else a recording says is left to the machine.
 */
import type { AskedCall, Exchange } from "../domain/Cassette.ts"
import { isSame } from "../std/differences.ts"
import type { FingerprintParts } from "../domain/Plan.ts"
import type { ToolCall, ToolResult, Trace, Turn } from "../domain/Trace.ts"
import { callOf, resultOf, wantsCalls } from "./told.ts"

export const straightTrace = (
  { faults, options, prompt }: FingerprintParts,
  exchanges: ReadonlyArray<Exchange>
): Trace | undefined => {
  if (faults.length > 0) return undefined
  const turns: Array<Turn> = [{ role: "user", content: prompt }]
  const tool_calls: Array<ToolCall> = []
  const tool_results: Array<ToolResult> = []
  let [input, output, isPriced] = [0, 0, true]
  let at = 0
  for (let turn = 1; ; turn++) {
    const asked = exchanges[at++]
    if (asked?.kind !== "model" || asked.answer.ran !== undefined) return undefined
    const { calls, stop_reason, text, usage } = asked.answer
    turns.push({ role: "assistant", content: text })
    for (const call of calls) tool_calls.push(callOf(call, turn))
    if (usage === undefined) isPriced = false
    else {
      input += usage.input
      output += usage.output
    }
    const isCalling = wantsCalls(asked.answer)
    for (const call of isCalling ? calls : []) {
      const made = exchanges[at++]
      if (made?.kind !== "tool" || made.answer.timed_out || !isSameCall(made.call, call)) return undefined
      tool_results.push(resultOf(call.id, made.answer))
    }
    if (isCalling && turn < options.max_turns) continue
    if (at < exchanges.length) return undefined
    return {
      tool_calls,
      tool_results,
      final_response: text,
      stop_reason: isCalling ? "max_turns" : stop_reason,
      conversation: isPriced ? { tokens: { input, output, total: input + output }, turns } : { turns },
      clock: { virtual_ms: 0 },
      faults: []
    }
  }
}

/** A call has no other parts than these. */
const isSameCall = (one: AskedCall, other: AskedCall): boolean =>
  one.id === other.id &&
  one.name === other.name &&
  one.server === other.server &&
  isSame(one.args, other.args) &&
  isSame(one.caller, other.caller)
