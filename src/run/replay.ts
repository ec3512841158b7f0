/**
 * Replays a recorded run through the agent loop, checking that the conversation is still the recorded one.
 */
import type { AskedCall, Exchange, RecordedRun, ToolAnswer } from "../domain/Cassette.ts"
import { differences, isSame } from "../domain/differences.ts"
import { issue } from "../domain/issues.ts"
import type { Cell } from "../domain/Plan.ts"
import type { RunResult } from "../domain/Run.ts"
import type { Trace } from "../domain/Trace.ts"
import { advance, type Step, start } from "./loop.ts"
import type { PlannedCall } from "./rounds.ts"
import { straightTrace } from "./straight.ts"

/** Nothing waits, so no fiber is needed; where nothing went wrong, not even the machine. */
export const replay = (cell: Cell, run: RecordedRun, file: string): RunResult => {
  const { exchanges, index, outcome, trace } = run
  if (outcome.status === "infrastructure_error") return { index, issue: outcome.issue }
  const diverged = (what: string): RunResult => ({
    index,
    issue: issue("DIVERGED", `${file}, run ${index}: ${what}.`, "Record it again with --record.")
  })
  const unseen = cell.observations.find(({ name }) => run.observations?.[name] === undefined)
  if (unseen !== undefined) return diverged(`the observation "${unseen.name}" was not recorded`)
  const told = trace ?? straightTrace(cell.behaviour, exchanges)
  if (told !== undefined) return { index, trace: observed(told, run) }
  const stepped = steppedTrace(cell, exchanges)
  return typeof stepped === "string" ? diverged(stepped) : { index, trace: observed(stepped, run) }
}

/** What the machine comes to, step by step, or where the conversation is not the recorded one. */
export const steppedTrace = (cell: Cell, exchanges: ReadonlyArray<Exchange>): Trace | string => {
  let step: Step = start(cell)
  let at = 0
  while (step.command._tag !== "Stop") {
    const next: Advance =
      step.command._tag === "Ask" ? askFrom(exchanges, at) : callFrom(exchanges, at, step.command.calls)
    if (next.problem !== undefined) return next.problem
    step = advance(step.state, next.event)
    at = next.at
  }
  return at < exchanges.length
    ? `the agent stops after ${at} of ${exchanges.length} recorded exchanges`
    : step.command.trace
}

const observed = (trace: Trace, { observations = {} }: RecordedRun): Trace => {
  const results = Object.entries(observations).map(([name, answer]) => [
    name,
    { call_id: `observe-${name}`, ...answer }
  ])
  return results.length === 0 ? trace : { ...trace, observations: Object.fromEntries(results) }
}

type Advance =
  | { readonly problem: string }
  | { readonly problem?: never; readonly at: number; readonly event: Parameters<typeof advance>[1] }

const askFrom = (exchanges: ReadonlyArray<Exchange>, at: number): Advance => {
  const exchange = exchanges[at]
  return exchange?.kind === "model"
    ? { at: at + 1, event: { _tag: "Answered", answer: exchange.answer } }
    : { problem: `the agent asks the model, and ${found(exchanges, at)}` }
}

const callFrom = (exchanges: ReadonlyArray<Exchange>, at: number, calls: ReadonlyArray<PlannedCall>): Advance => {
  const answers: Array<ToolAnswer> = []
  let next = at
  for (const { call } of calls) {
    const exchange = exchanges[next]
    if (exchange?.kind !== "tool") {
      return { problem: `the agent calls ${call.server}.${call.name}, and ${found(exchanges, next)}` }
    }
    const problem = isSame(exchange.call, call) ? undefined : difference(exchange.call, call, next)
    if (problem !== undefined) return { problem }
    answers.push(exchange.answer)
    next++
  }
  return { at: next, event: { _tag: "Returned", answers } }
}

const difference = (recorded: AskedCall, call: AskedCall, at: number): string | undefined => {
  const [first] = differences({ ...recorded }, { ...call })
  if (first === undefined) return undefined
  const path = `exchanges[${at}].call.${first.path}`
  return `${path} is recorded as ${shown(first.before)}, and the agent sends ${shown(first.after)}`
}

const found = (exchanges: ReadonlyArray<Exchange>, at: number): string => {
  const exchange = exchanges[at]
  if (exchange === undefined) return `the recording ends after ${exchanges.length} exchanges`
  return `exchanges[${at}] is ${exchange.kind === "model" ? "an answer of the model" : `a call of ${exchange.call.name}`}`
}

const shown = (value: unknown): string => (value === undefined ? "absent" : JSON.stringify(value))
