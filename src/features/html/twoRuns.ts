/**
 * Two runs beside each other: their calls in pairs, what differs in each pair, and how both ended. And of two recordings of a cell,
 * the runs that differ.
 */
import { alignCalls } from "../../base/domain/trace/alignCalls.ts"
import type { Json } from "../../base/domain/Json.ts"
import type { ToolCall, ToolResult, Trace } from "../../base/domain/trace/Trace.ts"
import type { RunVerdict } from "../../base/domain/verdict/Verdict.ts"
import { type Difference, differences, isSame } from "../../base/std/differences.ts"
import { groupBy } from "../../base/std/groupBy.ts"
import { toolKey } from "./findRuns.ts"
import { type CallItem, callItems } from "./transcript.ts"
import { knownResults } from "../../base/domain/trace/oneResultPerCall.ts"

/** A run of a baseline, with what is shown of it. */
export type EarlierRun = Pick<RunVerdict, "index" | "verdict" | "trace">

/** Calls of both runs that are paired, or a call that one of them has. */
export interface CallPair {
  /** `result` is a call with the same arguments and another result. */
  readonly is: "same" | "result" | "arguments" | "left" | "right"
  readonly left?: CallItem
  readonly right?: CallItem
  readonly changes: ReadonlyArray<Difference>
}

export interface TwoRuns {
  readonly calls: ReadonlyArray<CallPair>
  /** What differs beside the calls and the final response. */
  readonly ends: ReadonlyArray<Difference>
  /** What differs and was neither done nor said. */
  readonly costs: ReadonlyArray<Difference>
  /** Whether both did and said the same. */
  readonly areSame: boolean
}

/** Arguments have their keys in order: cells are packed that way. */
const keys = {
  call: ({ args, name, server }: ToolCall): string => JSON.stringify([server, name, args]),
  tool: toolKey
}

/** Runs with more calls are not paired: the time grows with the product of both. */
export const LONGEST = 2_000

/** Undefined for runs with too many calls. */
export const compareRuns = (left: Trace, right: Trace): TwoRuns | undefined => {
  if (Math.max(left.tool_calls.length, right.tool_calls.length) > LONGEST) return undefined
  // All calls of both are there in their order.
  const [lefts, rights] = [callItems(left).values(), callItems(right).values()]
  const calls = alignCalls(left.tool_calls, right.tool_calls, keys).map((step) =>
    pairOf("left" in step ? lefts.next().value : undefined, "right" in step ? rights.next().value : undefined)
  )
  const ends = differences(endOf(left), endOf(right))
  return {
    calls,
    ends,
    costs: differences(costOf(left), costOf(right)),
    areSame: calls.every(({ is }) => is === "same") && ends.length === 0 && left.final_response === right.final_response
  }
}

const pairOf = (left: CallItem | undefined, right: CallItem | undefined): CallPair => {
  if (left === undefined || right === undefined) {
    return left === undefined
      ? { is: "right", ...(right !== undefined && { right }), changes: [] }
      : { is: "left", left, changes: [] }
  }
  const args = differences(left.call.args, right.call.args, "args")
  const results = differences(answerOf(left.results), answerOf(right.results), "result")
  const is = args.length > 0 ? "arguments" : results.length > 0 ? "result" : "same"
  return { is, left, right, changes: [...args, ...results] }
}

/** Without the id of the call, which is another one in every run. */
const answerOf = (results: ReadonlyArray<ToolResult>): Json => {
  const [first = null, ...others] = results.map(({ call_id: _, ...answer }): Json => answer)
  return others.length === 0 ? first : [first, ...others]
}

/** What was said beside the final response, and how the run ended. */
const endOf = ({ conversation, error, final_response, observations, stop_reason, ...trace }: Trace): Json => {
  const { turns } = conversation
  const said = turns.at(-1)?.content === final_response ? turns.slice(0, -1) : turns
  const ids = new Set(trace.tool_calls.map(({ id }) => id))
  const unasked = knownResults(trace).filter(({ call_id }) => !ids.has(call_id))
  return {
    stop_reason,
    ...(error !== undefined && { error }),
    said: said.filter(({ content }) => content !== "").map(({ content, role }) => `${role}: ${content}`),
    ...(observations !== undefined && { observed: observations }),
    ...(unasked.length > 0 && { results_without_a_call: answerOf(unasked) })
  }
}

const costOf = ({ clock, conversation }: Trace): Json => ({
  ...(conversation.tokens !== undefined && { tokens: conversation.tokens.total }),
  virtual_ms: clock.virtual_ms
})

/** A number that runs of both have, where they differ. */
export interface DifferingRun {
  readonly index: number
  /** Whether they made other calls or got other results; else they ended otherwise, or said something else. */
  readonly did: boolean
}

export interface Differing {
  /** How many runs with a trace both have. */
  readonly shared: number
  readonly runs: ReadonlyArray<DifferingRun>
}

/** By their numbers. */
export const differingRuns = (before: ReadonlyArray<EarlierRun>, now: ReadonlyArray<EarlierRun>): Differing => {
  const earlier = new Map(before.map(({ index, trace }) => [index, trace]))
  const pairs = now.flatMap(({ index, trace }) => {
    const other = earlier.get(index)
    return other === undefined || trace === undefined ? [] : [{ index, trace, other }]
  })
  return {
    shared: pairs.length,
    runs: pairs.flatMap(({ index, other, trace }) => {
      // Equal values of a packed cell are one value.
      if (other === trace) return []
      const did = !isSame(deedsOf(other), deedsOf(trace))
      const said = other.final_response !== trace.final_response || !isSame(endOf(other), endOf(trace))
      return did || said ? [{ index, did }] : []
    })
  }
}

const deedsOf = (trace: Trace): Json => {
  const results = groupBy(knownResults(trace), ({ call_id }) => call_id)
  return trace.tool_calls.map(({ args, id, name, server }: ToolCall) => [
    server,
    name,
    args,
    answerOf(results.get(id) ?? [])
  ]) as Json
}

/** The pair that is shown first: where they did something else, else where they differ at all, else the first that both have. */
export const firstPair = (
  { runs }: Differing,
  before: ReadonlyArray<EarlierRun>,
  now: ReadonlyArray<EarlierRun>
): readonly [number, number] | undefined => {
  const index = (runs.find(({ did }) => did) ?? runs[0])?.index
  if (index !== undefined) return [index, index]
  const [left, right] = [before, now].map((all) => all.find(({ trace }) => trace !== undefined)?.index)
  return left === undefined || right === undefined ? undefined : [left, right]
}
