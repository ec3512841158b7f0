/**
 * The built-in agent loop as a pure state machine: what happened in, what to do next out.
 *
 * A live run performs the commands, a replay answers them from a recording. Both go through here, so they cannot drift
 * apart.
 */
import type { AskedCall, ModelAnswer, ToolAnswer } from "../domain/Cassette.ts"
import type { Cell, FingerprintParts } from "../domain/Plan.ts"
import type { Tokens, ToolCall, ToolResult, Trace, Turn } from "../domain/Trace.ts"
import type { Message } from "../services/Model.ts"
import { budgetOf, type Counts, type Faulted, faultFor } from "./faults.ts"
import { marksOf, type TimedCall } from "./marks.ts"

export type Command =
  | { readonly _tag: "Ask"; readonly messages: ReadonlyArray<Message> }
  /** Side by side; the answers come back in this order. */
  | { readonly _tag: "Call"; readonly calls: ReadonlyArray<PlannedCall> }
  | { readonly _tag: "Stop"; readonly trace: Trace }

/** A call, and the fault that answers it. */
export interface PlannedCall {
  readonly call: AskedCall
  readonly faulted?: Faulted
}

export type Event =
  | { readonly _tag: "Answered"; readonly answer: ModelAnswer }
  | { readonly _tag: "Returned"; readonly answers: ReadonlyArray<ToolAnswer> }

export interface State {
  readonly behaviour: FingerprintParts
  /** Answers of the model so far. */
  readonly turn: number
  readonly messages: ReadonlyArray<Message>
  readonly turns: ReadonlyArray<Turn>
  readonly calls: ReadonlyArray<ToolCall>
  readonly results: ReadonlyArray<ToolResult>
  /** Nothing once an answer came without its usage: unrecorded is not zero. */
  readonly tokens: Tokens | undefined
  /** What the model asked for and has no answer to yet. */
  readonly pending: ReadonlyArray<PlannedCall>
  readonly counts: Counts
  /** Every call that was answered, on the virtual clock. */
  readonly timed: ReadonlyArray<TimedCall>
  readonly now_ms: number
}

export interface Step {
  readonly state: State
  readonly command: Command
}

export const start = (cell: Cell): Step => {
  const { behaviour } = cell
  const { prompt } = behaviour
  const messages: ReadonlyArray<Message> = [{ role: "user", text: prompt }]
  return {
    state: {
      behaviour,
      turn: 0,
      messages,
      turns: [{ role: "user", content: prompt }],
      calls: [],
      results: [],
      tokens: { input: 0, output: 0, total: 0 },
      pending: [],
      counts: new Map(),
      timed: [],
      now_ms: 0
    },
    command: { _tag: "Ask", messages }
  }
}

export const advance = (state: State, event: Event): Step =>
  event._tag === "Answered" ? answered(state, event.answer) : returned(state, event.answers)

const answered = (before: State, answer: ModelAnswer): Step => {
  const turn = before.turn + 1
  const { counts, planned } = planCalls(before, answer.calls)
  const state: State = {
    ...before,
    turn,
    messages: [...before.messages, { role: "assistant", answer }],
    turns: [...before.turns, { role: "assistant", content: answer.text }],
    calls: [...before.calls, ...[...(answer.ran?.calls ?? []), ...answer.calls].map((call) => ({ ...call, turn }))],
    results: [...before.results, ...(answer.ran?.results ?? [])],
    tokens: spend(before.tokens, answer),
    pending: planned,
    counts
  }
  return wantsCalls(answer)
    ? { state, command: { _tag: "Call", calls: planned } }
    : { state, command: stop(state, answer.stop_reason) }
}

const planCalls = ({ behaviour, counts }: State, calls: ReadonlyArray<AskedCall>) =>
  calls.reduce<{ readonly counts: Counts; readonly planned: ReadonlyArray<PlannedCall> }>(
    ({ counts: so, planned }, call) => {
      const { counts: next, faulted } = faultFor(behaviour, so, call)
      return { counts: next, planned: [...planned, { call, ...(faulted !== undefined && { faulted }) }] }
    },
    { counts, planned: [] }
  )

const returned = (before: State, answers: ReadonlyArray<ToolAnswer>): Step => {
  const results = before.pending.flatMap(({ call }, at): ReadonlyArray<ToolResult> => {
    const answer = answers[at]
    return answer === undefined ? [] : [{ call_id: call.id, ...answer }]
  })
  const messages: ReadonlyArray<Message> = [...before.messages, { role: "tools", results }]
  const timed = before.pending.map(({ call, faulted }, at): TimedCall => ({
    call_id: call.id,
    start_ms: before.now_ms,
    end_ms: before.now_ms + (faulted?.takes_ms ?? (answers[at]?.timed_out ? budgetOf(before.behaviour) : 0)),
    started: 2 * before.turn,
    ended: 2 * before.turn + 1,
    ok: answers[at]?.is_error === false,
    timed_out: answers[at]?.timed_out === true,
    ...(faulted !== undefined && { faulted })
  }))
  const state: State = {
    ...before,
    messages,
    results: [...before.results, ...results],
    pending: [],
    timed: [...before.timed, ...timed],
    now_ms: timed.reduce((latest, { end_ms }) => Math.max(latest, end_ms), before.now_ms)
  }
  return before.turn >= before.behaviour.options.max_turns
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
    clock: { virtual_ms: state.now_ms },
    faults: marksOf(state.timed)
  }
})
