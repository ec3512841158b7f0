/**
 * The built-in agent loop as a pure state machine: what happened in, what to do next out.
 *
 * A live run performs the commands, a replay answers them from a recording. Both go through here, so they cannot drift
 * apart. A state keeps its past as a chain, so that a step costs the same however long the run is.
 */
import type { AskedCall, ModelAnswer, ToolAnswer } from "../domain/Cassette.ts"
import type { Cell, FingerprintParts } from "../domain/Plan.ts"
import type { Tokens, ToolCall, ToolResult, Trace, Turn } from "../domain/Trace.ts"
import type { Message } from "../services/Model.ts"
import { budgetOf, type Counts, type Faulted, faultFor } from "./faults.ts"
import { marksOf, type TimedCall } from "./marks.ts"

export type Command =
  /** `messagesOf` gives what the model is to be told. */
  | { readonly _tag: "Ask" }
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
  /** The latest of them, and through it all before. */
  readonly latest: Round | undefined
  /** Nothing once an answer came without its usage: unrecorded is not zero. */
  readonly tokens: Tokens | undefined
  readonly counts: Counts
  readonly now_ms: number
}

/** An answer of the model, and what came of its calls. */
interface Round {
  readonly before: Round | undefined
  readonly answer: ModelAnswer
  readonly planned: ReadonlyArray<PlannedCall>
  /** When its calls start. */
  readonly start_ms: number
  /** None where its calls were not made, or not yet. */
  readonly answers?: ReadonlyArray<ToolAnswer>
}

export interface Step {
  readonly state: State
  readonly command: Command
}

export const start = ({ behaviour }: Cell): Step => ({
  state: {
    behaviour,
    turn: 0,
    latest: undefined,
    tokens: { input: 0, output: 0, total: 0 },
    counts: new Map(),
    now_ms: 0
  },
  command: ask
})

export const advance = (state: State, event: Event): Step =>
  event._tag === "Answered" ? answered(state, event.answer) : returned(state, event.answers)

/** The conversation so far, as the model is told it. */
export const messagesOf = ({ behaviour, latest }: State): ReadonlyArray<Message> => [
  { role: "user", text: behaviour.prompt },
  ...rounds(latest).flatMap((round): ReadonlyArray<Message> => [
    { role: "assistant", answer: round.answer },
    ...(round.answers === undefined ? [] : [{ role: "tools" as const, results: resultsOf(round) }])
  ])
]

const ask: Command = { _tag: "Ask" }

const rounds = (latest: Round | undefined): ReadonlyArray<Round> => {
  const all: Array<Round> = []
  for (let round = latest; round !== undefined; round = round.before) all.push(round)
  return all.toReversed()
}

const answered = (before: State, answer: ModelAnswer): Step => {
  const { counts, planned } = planCalls(before, answer.calls)
  const state: State = {
    behaviour: before.behaviour,
    turn: before.turn + 1,
    latest: { before: before.latest, answer, planned, start_ms: before.now_ms },
    tokens: spend(before.tokens, answer),
    counts,
    now_ms: before.now_ms
  }
  return wantsCalls(answer)
    ? { state, command: { _tag: "Call", calls: planned } }
    : { state, command: stop(state, answer.stop_reason) }
}

const planCalls = ({ behaviour, counts }: State, calls: ReadonlyArray<AskedCall>) => {
  const planned: Array<PlannedCall> = []
  let so = counts
  for (const call of calls) {
    const { counts: next, faulted } = faultFor(behaviour, so, call)
    planned.push(faulted === undefined ? { call } : { call, faulted })
    so = next
  }
  return { counts: so, planned }
}

const returned = (before: State, answers: ReadonlyArray<ToolAnswer>): Step => {
  const { behaviour, latest } = before
  const round = latest === undefined ? undefined : { ...latest, answers }
  const state: State = {
    ...before,
    latest: round,
    now_ms: round === undefined ? before.now_ms : endOf(behaviour, round)
  }
  return before.turn >= behaviour.options.max_turns
    ? { state, command: stop(state, "max_turns") }
    : { state, command: ask }
}

/** Calls stand side by side: the longest takes the time. */
const endOf = (behaviour: FingerprintParts, { answers = [], planned, start_ms }: Round): number => {
  let end = start_ms
  for (const [at, { faulted }] of planned.entries())
    end = Math.max(end, start_ms + took(behaviour, answers[at], faulted))
  return end
}

const took = (behaviour: FingerprintParts, answer: ToolAnswer | undefined, faulted: Faulted | undefined): number =>
  faulted?.takes_ms ?? (answer?.timed_out === true ? budgetOf(behaviour) : 0)

const resultsOf = ({ answers = [], planned }: Round): ReadonlyArray<ToolResult> =>
  planned.flatMap(({ call }, at): ReadonlyArray<ToolResult> => {
    const answer = answers[at]
    return answer === undefined ? [] : [{ call_id: call.id, ...answer }]
  })

const timedOf = (
  behaviour: FingerprintParts,
  { answers, planned, start_ms }: Round,
  turn: number
): ReadonlyArray<TimedCall> =>
  answers === undefined
    ? []
    : planned.map(({ call, faulted }, at) => ({
        call_id: call.id,
        start_ms,
        end_ms: start_ms + took(behaviour, answers[at], faulted),
        started: 2 * turn,
        ended: 2 * turn + 1,
        ok: answers[at]?.is_error === false,
        timed_out: answers[at]?.timed_out === true,
        ...(faulted !== undefined && { faulted })
      }))

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

const stop = (state: State, reason: string): Command => {
  const { behaviour, latest, now_ms, tokens } = state
  const all = rounds(latest)
  const turns: Array<Turn> = [{ role: "user", content: behaviour.prompt }]
  const calls: Array<ToolCall> = []
  const results: Array<ToolResult> = []
  for (const [at, round] of all.entries()) {
    const { calls: asked, ran, text } = round.answer
    turns.push({ role: "assistant", content: text })
    for (const call of ran?.calls ?? []) calls.push({ ...call, turn: at + 1 })
    for (const call of asked) calls.push({ ...call, turn: at + 1 })
    for (const result of ran?.results ?? []) results.push(result)
    for (const result of resultsOf(round)) results.push(result)
  }
  return {
    _tag: "Stop",
    trace: {
      tool_calls: calls,
      tool_results: results,
      final_response: turns.at(-1)?.content ?? "",
      stop_reason: reason,
      conversation: tokens === undefined ? { turns } : { tokens, turns },
      clock: { virtual_ms: now_ms },
      faults: all.some(isMarked) ? marksOf(all.flatMap((round, at) => timedOf(behaviour, round, at + 1))) : []
    }
  }
}

/** Whether a call of it met a fault, or took too long by itself. */
const isMarked = ({ answers, planned }: Round): boolean =>
  answers !== undefined && planned.some(({ faulted }, at) => faulted !== undefined || answers[at]?.timed_out === true)
