/**
 * A defect of an agent or of its evidence, and the subjects that such defects are put into.
 */
import type { Agent, ToolCall, ToolResult, Trace } from "passhat"
import type { Dice } from "../../bench/workload/dice.ts"
import type { Verdict } from "../../src/base/domain/verdict/Verdict.ts"
import type { Evidence } from "./judged.ts"
import { SERVER } from "./world.ts"

/** A gate as suites write it, in agents whose runs pass. */
export interface Subject {
  /** The function of passhat that makes the gate. */
  readonly gate: string
  /** The name of the gate in plans; for a joined one, of the gate that is to notice. */
  readonly planned: string
  readonly agents: ReadonlyArray<Agent<never>>
  readonly healthy: (dice: Dice) => Trace
  readonly defects: Readonly<Record<string, Defect>>
}

export interface Defect {
  /** What the gate must say. */
  readonly gives: Exclude<Verdict, "pass">
  /** Undefined for a cell whose runs were never made. */
  readonly spoil: (evidence: Evidence, dice: Dice) => Evidence | undefined
}

export const fails = (spoil: Spoil): Defect => ({ gives: "fail", spoil: inOneRun(spoil) })
export const leavesOpen = (spoil: Spoil): Defect => ({ gives: "none", spoil: inOneRun(spoil) })

/** The same in every run. */
export const failsInAll = (spoil: Spoil): Defect => ({
  gives: "fail",
  spoil: (evidence, dice) => ({ ...evidence, runs: evidence.runs.map((run) => changed(run, spoil, dice)) })
})

/** The agent did something else, or less of it was seen. */
export type Spoil = (trace: Trace, dice: Dice) => Trace

const inOneRun =
  (spoil: Spoil): Defect["spoil"] =>
  (evidence, dice) => {
    const hit = dice(evidence.runs.length)
    return { ...evidence, runs: evidence.runs.map((run, at) => (at === hit ? changed(run, spoil, dice) : run)) }
  }

const changed = (run: Evidence["runs"][number], spoil: Spoil, dice: Dice) =>
  "trace" in run ? { ...run, trace: spoil(run.trace, dice) } : run

/** Drops a call with its result. */
export const dropCall =
  (at: number): Spoil =>
  (trace) => ({
    ...trace,
    tool_calls: trace.tool_calls.filter((_, index) => index !== at),
    tool_results: trace.tool_results.filter(({ call_id }) => call_id !== trace.tool_calls[at]?.id)
  })

export const changeCall =
  (at: number, change: (call: ToolCall) => ToolCall): Spoil =>
  (trace) => ({ ...trace, tool_calls: trace.tool_calls.map((call, index) => (index === at ? change(call) : call)) })

/** Adds a call, which succeeds, in front of the call at this place. */
export const addCall =
  (at: number, name: string, args: ToolCall["args"] = {}, change: Partial<ToolResult> = {}): Spoil =>
  (trace) => {
    const turn = trace.tool_calls.at(at - 1)?.turn ?? 1
    const call: ToolCall = { id: `added-${at}-${trace.tool_calls.length}`, turn, server: SERVER, name, args }
    const result: ToolResult = { call_id: call.id, is_error: false, content: [], timed_out: false, ...change }
    return {
      ...trace,
      tool_calls: trace.tool_calls.toSpliced(at, 0, call),
      tool_results: trace.tool_results.toSpliced(at, 0, result)
    }
  }

export const reorder: Spoil = (trace) => ({ ...trace, tool_calls: trace.tool_calls.toReversed() })

export const changeResult =
  (at: number, change: Partial<ToolResult>): Spoil =>
  (trace) => ({
    ...trace,
    tool_results: trace.tool_results.map((one, index) =>
      index === (at + trace.tool_results.length) % trace.tool_results.length
        ? ({ ...one, ...change } as ToolResult)
        : one
    )
  })

/** The trace states that the call at an index has no result. */
export const loseResult =
  (at: number): Spoil =>
  (trace) => ({
    ...trace,
    tool_results: trace.tool_results.with(at, { call_id: trace.tool_calls[at]!.id, missing: true })
  })

/** A total that was counted, or `undefined` for tokens that were not recorded. */
export const spend =
  (total: unknown): Spoil =>
  (trace) => ({
    ...trace,
    conversation:
      total === undefined
        ? { turns: trace.conversation.turns }
        : { ...trace.conversation, tokens: { input: total as number, output: 0, total: total as number } }
  })

export const withArgs =
  (args: object): ((call: ToolCall) => ToolCall) =>
  (call) => ({
    ...call,
    args: { ...call.args, ...args }
  })

export const set =
  (change: Partial<Trace>): Spoil =>
  (trace) => ({ ...trace, ...change })

/** Each of the numbers that are none. */
export const NOT_NUMBERS: Readonly<Record<string, unknown>> = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  "-Infinity": Number.NEGATIVE_INFINITY,
  null: null,
  "a text": "12"
}

/** A defect for each of them. */
export const forNotNumbers = (what: string, make: (value: unknown) => Defect): Readonly<Record<string, Defect>> =>
  Object.fromEntries(Object.entries(NOT_NUMBERS).map(([name, value]) => [`${what} is ${name}`, make(value)]))
