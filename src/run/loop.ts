/**
 * The built-in agent loop as a pure state machine: what happened in, what to do next out.
 *
 * A live run performs the commands, a replay answers them from a recording. Both go through here, so they cannot drift
 * apart; what `straight.ts` tells without, a test compares with what comes of it here. A state keeps its past as a chain, so
 * that a step costs the same however long the run is.
 */
import type { AskedCall, ModelAnswer, ToolAnswer } from "../domain/Cassette.ts"
import type { Cell } from "../domain/Plan.ts"
import type { Tokens, Trace } from "../domain/Trace.ts"
import { type Counts, faultFor } from "./faults.ts"
import { endOf, type Lived, type PlannedCall, traceOf, withAnswers } from "./rounds.ts"
import { wantsCalls } from "./told.ts"

export type Command =
  /** `messagesOf` gives what the model is to be told. */
  | { readonly _tag: "Ask" }
  /** Side by side; the answers come back in this order. */
  | { readonly _tag: "Call"; readonly calls: ReadonlyArray<PlannedCall> }
  | { readonly _tag: "Stop"; readonly trace: Trace }

export type Event =
  | { readonly _tag: "Answered"; readonly answer: ModelAnswer }
  | { readonly _tag: "Returned"; readonly answers: ReadonlyArray<ToolAnswer> }

export interface State extends Lived {
  /** Answers of the model so far. */
  readonly turn: number
  readonly counts: Counts
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

const ask: Command = { _tag: "Ask" }

const answered = (before: State, answer: ModelAnswer): Step => {
  const { counts, planned } = planCalls(before, answer.calls)
  const state: State = {
    behaviour: before.behaviour,
    turn: before.turn + 1,
    latest: { before: before.latest, answer, planned, start_ms: before.now_ms, answers: undefined },
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
  const { behaviour, counts, latest, now_ms, tokens, turn } = before
  const round = latest === undefined ? undefined : withAnswers(latest, answers)
  const end_ms = round === undefined ? now_ms : endOf(behaviour, round)
  const state: State = { behaviour, turn, latest: round, tokens, counts, now_ms: end_ms }
  return turn >= behaviour.options.max_turns ? { state, command: stop(state, "max_turns") } : { state, command: ask }
}

const spend = (tokens: Tokens | undefined, { usage }: ModelAnswer): Tokens | undefined =>
  tokens === undefined || usage === undefined
    ? undefined
    : {
        input: tokens.input + usage.input,
        output: tokens.output + usage.output,
        total: tokens.total + usage.input + usage.output
      }

const stop = (state: State, reason: string): Command => ({ _tag: "Stop", trace: traceOf(state, reason) })
