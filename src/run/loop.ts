/**
 * The built-in agent loop as a pure state machine: what happened in, what to do next out.
 *
 * A live run performs the commands, a replay answers them from a recording. Both go through here, so they cannot drift
 * apart.
 */
import type { AskedCall, ModelAnswer, ToolAnswer } from "../domain/Cassette.ts"
import type { Cell } from "../domain/Plan.ts"
import type { Tokens, ToolCall, ToolResult, Trace, Turn } from "../domain/Trace.ts"
import type { Message } from "../services/Model.ts"

export type Command =
  | { readonly _tag: "Ask"; readonly messages: ReadonlyArray<Message> }
  /** Side by side; the answers come back in this order. */
  | { readonly _tag: "Call"; readonly calls: ReadonlyArray<AskedCall> }
  | { readonly _tag: "Stop"; readonly trace: Trace }

export type Event =
  | { readonly _tag: "Answered"; readonly answer: ModelAnswer }
  | { readonly _tag: "Returned"; readonly answers: ReadonlyArray<ToolAnswer> }

export interface State {
  readonly maxTurns: number
  /** Answers of the model so far. */
  readonly turn: number
  readonly messages: ReadonlyArray<Message>
  readonly turns: ReadonlyArray<Turn>
  readonly calls: ReadonlyArray<ToolCall>
  readonly results: ReadonlyArray<ToolResult>
  /** Nothing once an answer came without its usage: unrecorded is not zero. */
  readonly tokens: Tokens | undefined
  /** What the model asked for and has no answer to yet. */
  readonly pending: ReadonlyArray<AskedCall>
}

export interface Step {
  readonly state: State
  readonly command: Command
}

export const start = (cell: Cell): Step => {
  const { options, prompt } = cell.behaviour
  const messages: ReadonlyArray<Message> = [{ role: "user", text: prompt }]
  return {
    state: {
      maxTurns: options.max_turns,
      turn: 0,
      messages,
      turns: [{ role: "user", content: prompt }],
      calls: [],
      results: [],
      tokens: { input: 0, output: 0, total: 0 },
      pending: []
    },
    command: { _tag: "Ask", messages }
  }
}

export const advance = (state: State, event: Event): Step =>
  event._tag === "Answered" ? answered(state, event.answer) : returned(state, event.answers)

const answered = (before: State, answer: ModelAnswer): Step => {
  const turn = before.turn + 1
  const state: State = {
    ...before,
    turn,
    messages: [...before.messages, { role: "assistant", answer }],
    turns: [...before.turns, { role: "assistant", content: answer.text }],
    calls: [...before.calls, ...answer.calls.map((call) => ({ ...call, turn }))],
    tokens: spend(before.tokens, answer),
    pending: answer.calls
  }
  return wantsCalls(answer)
    ? { state, command: { _tag: "Call", calls: answer.calls } }
    : { state, command: stop(state, answer.stop_reason) }
}

const returned = (before: State, answers: ReadonlyArray<ToolAnswer>): Step => {
  const results = before.pending.flatMap((call, at): ReadonlyArray<ToolResult> => {
    const answer = answers[at]
    return answer === undefined ? [] : [{ call_id: call.id, ...answer }]
  })
  const messages: ReadonlyArray<Message> = [...before.messages, { role: "tools", results }]
  const state: State = { ...before, messages, results: [...before.results, ...results], pending: [] }
  return before.turn >= before.maxTurns
    ? { state, command: stop(state, "max_turns") }
    : { state, command: { _tag: "Ask", messages } }
}

/** An answer that was cut off or refused is not acted upon. */
const wantsCalls = (answer: ModelAnswer): boolean =>
  answer.calls.length > 0 && answer.stop_reason !== "max_tokens" && answer.stop_reason !== "refusal"

const spend = (tokens: Tokens | undefined, { usage }: ModelAnswer): Tokens | undefined =>
  tokens === undefined || usage === undefined
    ? undefined
    : {
        input: tokens.input + usage.input,
        output: tokens.output + usage.output,
        total: tokens.total + usage.input + usage.output
      }

const stop = (state: State, reason: string): Command => ({
  _tag: "Stop",
  trace: {
    tool_calls: state.calls,
    tool_results: state.results,
    final_response: state.turns.at(-1)?.content ?? "",
    stop_reason: reason,
    conversation: { ...(state.tokens !== undefined && { tokens: state.tokens }), turns: state.turns },
    clock: { virtual_ms: 0 },
    faults: []
  }
})
