/**
 * Builds the trace of the built-in agent: answers of the model and of tools go in, the calls to make and the trace come out.
 *
 * A live conversation and a replay of its recording use the same builder, so they cannot differ. It is mutable and allocates
 * little, because a replay of a large recording spends its time here.
 */
import type { AskedCall, ModelAnswer, ToolAnswer, UserExchange } from "../../base/domain/recording/Cassette.ts"
import { callIds, withCallIds } from "../../base/domain/trace/callIds.ts"
import type { FingerprintParts, TurnData } from "../../base/domain/plan/Plan.ts"
import { userTokens } from "../../base/domain/recording/tokensOf.ts"
import { isFunction, turnWords } from "../../base/domain/plan/turnData.ts"
import { oneResultPerCall } from "../../base/domain/trace/oneResultPerCall.ts"
import { toolResult } from "../../base/domain/recording/toolResult.ts"
import type { ToolCall, ToolResult, Trace, Turn } from "../../base/domain/trace/Trace.ts"
import { budgetOf, type FaultCounts, type Faulted, faultFor } from "./faults.ts"
import { marksOf, type TimedCall } from "./faultMarks.ts"

export interface TraceBuilder {
  /**
   * Takes the next answer of the model. Returns the calls to make, none if the user has the next word, or undefined if the run has ended.
   */
  readonly answered: (answer: ModelAnswer) => ReadonlyArray<AskedCall> | undefined
  /** The fault injected into the call at this index of the latest answer, or undefined. */
  readonly faultAt: (index: number) => Faulted | undefined
  /** Whether the user has the next word, and the plan does not have it: it is to be asked for, or is recorded. */
  readonly asksUser: () => boolean
  /**
   * Takes the answers to those calls, in their order, and what the user said if the user was asked. Returns whether to ask the model
   * again.
   */
  readonly returned: (answers: ReadonlyArray<ToolAnswer>, said?: UserExchange) => boolean
  /** Every answer of the model so far, with the results of its calls under the ids that the model gave. */
  readonly rounds: () => ReadonlyArray<Round>
  readonly trace: () => Trace
}

export interface Round {
  readonly answer: ModelAnswer
  /** What the user said next, where the answer ended a turn of the conversation that is not the last. */
  readonly reply: string | undefined
  /** Undefined if its calls were not made, or not yet. */
  readonly results: ReadonlyArray<ToolResult> | undefined
}

const noCounts: FaultCounts = new Map()
const noCalls: ReadonlyArray<AskedCall> = []

export const traceBuilder = (behaviour: FingerprintParts): TraceBuilder => {
  const turns: Array<Turn> = [{ role: "user", content: behaviour.prompt }]
  const tool_calls: Array<ToolCall> = []
  const tool_results: Array<ToolResult> = []
  const answers: Array<ModelAnswer> = []
  /** What the user said after an answer, by the number of the answer. */
  const replies = new Map<number, string>()
  /** Where the results of each round begin in `tool_results`; rounds whose calls were not made have no entry. */
  const firstResults: Array<number> = []
  /** The calls since the first one that met a fault or timed out: earlier ones cannot be part of a recovery. */
  const timed: Array<TimedCall> = []
  /** Undefined once an answer came without its usage: unrecorded is not zero. */
  let spent: { input: number; output: number } | undefined = { input: 0, output: 0 }
  /** What the user said where the plan does not have the words. */
  const heard: Array<UserExchange> = []
  const giveId = callIds()
  /** The ids in the trace of the calls of the latest answer. */
  let ids: ReadonlyArray<string> = []
  let counts: FaultCounts = noCounts
  let faulted: ReadonlyArray<Faulted | undefined> = []
  let now_ms = 0
  let stop_reason = ""

  const plannedFaults = (calls: ReadonlyArray<AskedCall>): ReadonlyArray<Faulted | undefined> =>
    calls.map((call) => {
      const planned = faultFor(behaviour, counts, call)
      counts = planned.counts
      return planned.faulted
    })

  const answered = (answer: ModelAnswer): ReadonlyArray<AskedCall> | undefined => {
    const { calls, text, usage } = answer
    const ran = answer.ran === undefined ? undefined : withCallIds(answer.ran.calls, answer.ran.results, giveId)
    answers.push(answer)
    turns.push({ role: "assistant", content: text })
    if (ran !== undefined) {
      for (const call of ran.calls) tool_calls.push(callOf(call, call.id, answers.length))
      for (const result of ran.results) tool_results.push(result)
    }
    ids = calls.map(({ id }) => giveId(id))
    for (const [at, call] of calls.entries()) tool_calls.push(callOf(call, ids[at]!, answers.length))
    if (usage === undefined) spent = undefined
    else if (spent !== undefined) {
      spent.input += usage.input
      spent.output += usage.output
    }
    if (behaviour.faults.length > 0) faulted = plannedFaults(calls)
    if (isCalling(answer)) return calls
    stop_reason = answer.stop_reason
    return hasReply() && !isCutOff(answer) ? noCalls : undefined
  }

  /** What the plan has of the next message of the user. A driver gets its messages itself; its calls come here with --live-tools. */
  const planned = (): TurnData | undefined =>
    behaviour.driver === undefined ? behaviour.turns?.[replies.size] : undefined

  const hasReply = (): boolean =>
    planned() !== undefined || (behaviour.user !== undefined && behaviour.driver === undefined)

  const isAtLimit = (): boolean => behaviour.driver === undefined && answers.length >= behaviour.options.max_turns

  /** A model that plays the user is asked at the limit of answers too: it may have nothing more to say. */
  const asksUser = (): boolean =>
    !isCalling(answers.at(-1)!) &&
    hasReply() &&
    (behaviour.user !== undefined || (isFunction(planned()) && !isAtLimit()))

  const returned = (results: ReadonlyArray<ToolAnswer>, said?: UserExchange): boolean => {
    firstResults.push(tool_results.length)
    let end_ms = now_ms
    let isMarked = timed.length > 0
    let at = 0
    for (const result of results) {
      const fault = faulted[at]
      tool_results.push(toolResult(ids[at]!, result))
      isMarked ||= fault !== undefined || result.timed_out
      end_ms = Math.max(end_ms, now_ms + durationOf(behaviour, result, fault))
      at++
    }
    if (isMarked) addTimed(results)
    now_ms = end_ms
    if (said !== undefined) heard.push(said)
    if (said !== undefined && said.message === undefined) return false
    if (isAtLimit()) {
      stop_reason = "max_turns"
      return false
    }
    const reply = isCalling(answers.at(-1)!) ? undefined : (said?.message ?? turnWords(planned()))
    if (reply !== undefined) {
      replies.set(answers.length, reply)
      turns.push({ role: "user", content: reply })
    }
    return true
  }

  /** Calls of one answer run in parallel: all start now, and each ends on its own. */
  const addTimed = (results: ReadonlyArray<ToolAnswer>): void => {
    const { calls } = answers.at(-1)!
    for (const [at, result] of results.entries()) {
      const fault = faulted[at]
      const { name, server } = calls[at]!
      timed.push({
        call_id: ids[at]!,
        server,
        name,
        start_ms: now_ms,
        end_ms: now_ms + durationOf(behaviour, result, fault),
        started: 2 * answers.length,
        ended: 2 * answers.length + 1,
        ok: !result.is_error,
        timed_out: result.timed_out,
        ...(fault !== undefined && { faulted: fault })
      })
    }
  }

  return {
    answered,
    asksUser,
    returned,
    faultAt: (index) => faulted[index],
    rounds: () =>
      answers.map((answer, at) => {
        const first = firstResults[at]
        const results = first === undefined ? undefined : wireResults(answer, tool_results.slice(first))
        return { answer, reply: replies.get(at + 1), results }
      }),
    trace: () => ({
      tool_calls,
      tool_results: oneResultPerCall(tool_calls, tool_results),
      final_response: turns.at(-1)!.content,
      stop_reason,
      conversation: {
        ...(spent !== undefined && { tokens: { ...spent, total: spent.input + spent.output } }),
        ...userTokens(behaviour, heard),
        turns
      },
      clock: { virtual_ms: now_ms },
      faults: timed.length === 0 ? [] : marksOf(timed)
    })
  }
}

/** The loop ignores the calls of an answer that was cut off or refused. */
const isCalling = (answer: ModelAnswer): boolean => answer.calls.length > 0 && !isCutOff(answer)

const isCutOff = ({ stop_reason }: ModelAnswer): boolean => stop_reason === "max_tokens" || stop_reason === "refusal"

const durationOf = (behaviour: FingerprintParts, answer: ToolAnswer, faulted: Faulted | undefined): number =>
  faulted?.takes_ms ?? (answer.timed_out ? budgetOf(behaviour) : 0)

/** The model gets the ids that it gave, also where the trace has others. */
const wireResults = ({ calls }: ModelAnswer, results: ReadonlyArray<ToolResult>): ReadonlyArray<ToolResult> =>
  calls.map(({ id }, at) => ({ ...results[at]!, call_id: id }))

const callOf = ({ args, caller, name, server }: AskedCall, id: string, turn: number): ToolCall =>
  caller === undefined ? { id, server, name, args, turn } : { id, server, name, args, caller, turn }
