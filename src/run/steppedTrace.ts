/**
 * Plays a recording to the agent loop, step by step, and checks that the conversation is still the recorded one.
 */
import type { AskedCall, Exchange, ToolAnswer } from "../domain/Cassette.ts"
import { differences, isSame } from "../std/differences.ts"
import type { Cell } from "../domain/Plan.ts"
import type { Trace } from "../domain/Trace.ts"
import { advance, type Step, start } from "./loop.ts"
import type { PlannedCall } from "./rounds.ts"

/** What the loop comes to, or where the conversation is not the recorded one. */
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
