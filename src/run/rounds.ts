/**
 * What the rounds of a run add up to: the conversation that the model is told, the time that passed, and the trace.
 */
import type { AskedCall, ModelAnswer, ToolAnswer } from "../domain/Cassette.ts"
import type { FingerprintParts } from "../domain/Plan.ts"
import type { Tokens, ToolCall, ToolResult, Trace, Turn } from "../domain/Trace.ts"
import type { Message } from "../services/Model.ts"
import { budgetOf, type Faulted } from "./faults.ts"
import { marksOf, type TimedCall } from "./marks.ts"
import { callOf, resultOf } from "./told.ts"

/** A call, and the fault that answers it. */
export interface PlannedCall {
  readonly call: AskedCall
  readonly faulted?: Faulted
}

/** An answer of the model, and what came of its calls. */
export interface Round {
  readonly before: Round | undefined
  readonly answer: ModelAnswer
  readonly planned: ReadonlyArray<PlannedCall>
  /** When its calls start. */
  readonly start_ms: number
  /** None where its calls were not made, or not yet. */
  readonly answers: ReadonlyArray<ToolAnswer> | undefined
}

/** Written out, as whatever is made for each step of each run: a spread takes several times as long. */
export const withAnswers = ({ answer, before, planned, start_ms }: Round, answers: Round["answers"]): Round => ({
  before,
  answer,
  planned,
  start_ms,
  answers
})

/** The part of a run's state that its rounds are told from. */
export interface Lived {
  readonly behaviour: FingerprintParts
  /** The latest round, and through it all before. */
  readonly latest: Round | undefined
  /** Nothing once an answer came without its usage: unrecorded is not zero. */
  readonly tokens: Tokens | undefined
  readonly now_ms: number
}

/** The conversation so far, as the model is told it. */
export const messagesOf = ({ behaviour, latest }: Lived): ReadonlyArray<Message> => [
  { role: "user", text: behaviour.prompt },
  ...rounds(latest).flatMap((round): ReadonlyArray<Message> => [
    { role: "assistant", answer: round.answer },
    ...(round.answers === undefined ? [] : [{ role: "tools" as const, results: resultsOf(round) }])
  ])
]

export const traceOf = ({ behaviour, latest, now_ms, tokens }: Lived, stop_reason: string): Trace => {
  const all = rounds(latest)
  const turns: Array<Turn> = [{ role: "user", content: behaviour.prompt }]
  const calls: Array<ToolCall> = []
  const results: Array<ToolResult> = []
  let turn = 0
  for (const round of all) {
    turn++
    const { calls: asked, ran, text } = round.answer
    turns.push({ role: "assistant", content: text })
    if (ran !== undefined) {
      for (const call of ran.calls) calls.push(callOf(call, turn))
      results.push(...ran.results)
    }
    for (const call of asked) calls.push(callOf(call, turn))
    addResults(results, round)
  }
  return {
    tool_calls: calls,
    tool_results: results,
    final_response: turns.at(-1)?.content ?? "",
    stop_reason,
    conversation: tokens === undefined ? { turns } : { tokens, turns },
    clock: { virtual_ms: now_ms },
    faults: all.some(isMarked) ? marksOf(all.flatMap((round, at) => timedOf(behaviour, round, at + 1))) : []
  }
}

/** Calls stand side by side: the longest takes the time. */
export const endOf = (behaviour: FingerprintParts, { answers, planned, start_ms }: Round): number => {
  let end = start_ms
  let at = 0
  for (const { faulted } of planned) end = Math.max(end, start_ms + took(behaviour, answers?.[at++], faulted))
  return end
}

const took = (behaviour: FingerprintParts, answer: ToolAnswer | undefined, faulted: Faulted | undefined): number =>
  faulted?.takes_ms ?? (answer?.timed_out === true ? budgetOf(behaviour) : 0)

const resultsOf = (round: Round): ReadonlyArray<ToolResult> => {
  const results: Array<ToolResult> = []
  addResults(results, round)
  return results
}

const addResults = (results: Array<ToolResult>, { answers, planned }: Round): void => {
  if (answers === undefined) return
  let at = 0
  for (const { call } of planned) {
    const answer = answers[at++]
    if (answer !== undefined) results.push(resultOf(call.id, answer))
  }
}

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

/** Whether a call of it met a fault, or took too long by itself. */
const isMarked = ({ answers, planned }: Round): boolean =>
  answers !== undefined && planned.some(({ faulted }, at) => faulted !== undefined || answers[at]?.timed_out === true)

const rounds = (latest: Round | undefined): ReadonlyArray<Round> => {
  const all: Array<Round> = []
  for (let round = latest; round !== undefined; round = round.before) all.push(round)
  return all.toReversed()
}
