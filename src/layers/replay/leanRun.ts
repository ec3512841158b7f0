/**
 * A run without what its tools answered, in few characters: what gates need that look at calls, words, tokens and faults.
 *
 * It is written and read by one version of passhat on one machine, behind a checksum, so it names nothing.
 */
import type { RunResult } from "../../domain/Run.ts"
import type { FaultMark, Tokens, ToolCall, ToolResult, Trace, Turn } from "../../domain/Trace.ts"

type Observed = Extract<RunResult, { readonly trace: Trace }>

type LeanCall = readonly [
  id: string,
  turn: number,
  server: string,
  name: string,
  args: ToolCall["args"],
  ...caller: ReadonlyArray<NonNullable<ToolCall["caller"]> | null>
]
type LeanTurn = readonly [role: Turn["role"], content: string]
type LeanResult = readonly [call_id: string, is_error: boolean, timed_out: boolean]

type LeanRun = readonly [
  index: number,
  calls: ReadonlyArray<LeanCall>,
  results: ReadonlyArray<LeanResult>,
  final_response: string,
  stop_reason: string,
  tokens: Tokens | null,
  turns: ReadonlyArray<LeanTurn>,
  clock: Trace["clock"],
  faults: ReadonlyArray<FaultMark>
]

/** One line. */
export const writeLean = ({ index, trace }: Observed): string => {
  const { clock, conversation, faults, final_response, stop_reason, tool_calls, tool_results } = trace
  const lean: LeanRun = [
    index,
    tool_calls.map(leanCall),
    tool_results.map(({ call_id, is_error, timed_out }) => [call_id, is_error, timed_out]),
    final_response,
    stop_reason,
    conversation.tokens ?? null,
    conversation.turns.map(({ content, role }) => [role, content]),
    clock,
    faults
  ]
  return JSON.stringify(lean)
}

/** The run with empty answers in place of those that its tools gave. */
export const readLean = (line: string): Observed => {
  const [index, calls, results, final_response, stop_reason, tokens, turns, clock, faults]: LeanRun = JSON.parse(line)
  return {
    index,
    trace: {
      tool_calls: calls.map(fullCall),
      tool_results: results.map(fullResult),
      final_response,
      stop_reason,
      conversation: tokens === null ? { turns: turns.map(fullTurn) } : { tokens, turns: turns.map(fullTurn) },
      clock,
      faults
    }
  }
}

const leanCall = ({ args, caller, id, name, server, turn }: ToolCall): LeanCall =>
  caller === undefined ? [id, turn, server, name, args] : [id, turn, server, name, args, caller]

const fullCall = (call: LeanCall): ToolCall => {
  const [id, turn, server, name, args] = call
  return call.length === 5 ? { id, turn, server, name, args } : { id, turn, server, name, args, caller: call[5]! }
}

const fullTurn = ([role, content]: LeanTurn): Turn => ({ role, content })

const fullResult = ([call_id, is_error, timed_out]: LeanResult): ToolResult => ({
  call_id,
  is_error,
  content: [],
  timed_out
})
