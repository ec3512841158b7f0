/**
 * Orchestration: what became of the errors that tools returned by themselves.
 *
 * An error is a call that failed or timed out without an injected fault; `recovery` judges the others. A later call made it good if that call
 * worked and is of the same tool, or of a tool that the suite declares as interchangeable with it. A call of the same turn is not later: the
 * agent asked for it before it saw the error.
 */
import { hasFailed } from "../../base/domain/trace/hasFailed.ts"
import { isMissing } from "../../base/domain/trace/oneResultPerCall.ts"
import type { ToolCall, Trace } from "../../base/domain/trace/Trace.ts"
import type { Finding } from "../../base/domain/verdict/Verdict.ts"
import { callPlace, label } from "./internal/toolCalls.ts"
import { type Classes, isOneOf } from "./selectionF1.ts"

export interface Spec {
  /** Named sets of interchangeable tools. By default a tool is interchangeable with itself only. */
  readonly classes?: Classes
}

/** Every number is undefined if the result of a call was not recorded. */
export interface Report {
  /** The share of errors that a later call made good, from 0 to 1. Undefined without errors. */
  readonly error_recovery: number | undefined
  readonly errors: number | undefined
  readonly recovered_errors: number | undefined
  readonly unrecovered_errors: number | undefined
}

export const measure = (trace: Trace, spec: Spec = {}): Report => {
  const found = errorsOf(trace, spec)
  const errors = isRecorded(trace) ? found.length : undefined
  if (errors === undefined) {
    return { error_recovery: undefined, errors, recovered_errors: undefined, unrecovered_errors: undefined }
  }
  const recovered_errors = found.filter(({ isRecovered }) => isRecovered).length
  return {
    error_recovery: errors === 0 ? undefined : recovered_errors / errors,
    errors,
    recovered_errors,
    unrecovered_errors: errors - recovered_errors
  }
}

export const describe = ({ errors, recovered_errors }: Report): string => {
  if (errors === undefined) return "a result was not recorded"
  return errors === 0 ? "no errors" : `${recovered_errors}/${errors} errors made good`
}

export const explain = (
  trace: Trace,
  spec: Spec = {}
): { readonly [Target in keyof Report]: ReadonlyArray<Finding> } => {
  const found = errorsOf(trace, spec)
  const missing = (trace.tool_results ?? []).flatMap((result, at) => (isMissing(result) ? [at] : []))
  const unknown = missing.map((at) => findingOf(trace, at, "has no recorded result"))
  const left = found
    .filter(({ isRecovered }) => !isRecovered)
    .map(({ at }) => findingOf(trace, at, "failed, and no later call made that good"))
  const all = found.map(({ at }) => findingOf(trace, at, "failed"))
  const none = found.length === 0 && unknown.length === 0 ? [{ reason: "no call failed" }] : []
  return {
    error_recovery: [...unknown, ...left, ...none],
    errors: [...unknown, ...all],
    recovered_errors: [...unknown, ...left, ...none],
    unrecovered_errors: [...unknown, ...left]
  }
}

interface FoundError {
  /** The index of its call. */
  readonly at: number
  readonly isRecovered: boolean
}

const errorsOf = ({ faults = [], tool_calls = [], tool_results = [] }: Trace, { classes = {} }: Spec) => {
  const injected = new Set(faults.map(({ call_id }) => call_id))
  const hasWorked = tool_results.map((result) => !isMissing(result) && !hasFailed(result))
  return tool_results.flatMap((result, at): ReadonlyArray<FoundError> => {
    const call = tool_calls[at]
    if (call === undefined || isMissing(result) || !hasFailed(result) || injected.has(call.id)) return []
    const replaces = isOneOf([
      call,
      ...Object.values(classes)
        .filter((tools) => isOneOf(tools)(call))
        .flat()
    ])
    const isRecovered = tool_calls.some(
      (other, place) => hasWorked[place] === true && place > at && isLater(other, call) && replaces(other)
    )
    return [{ at, isRecovered }]
  })
}

/** Calls whose turns are not known are in the order in which they were made. */
const isLater = ({ turn }: ToolCall, { turn: before }: ToolCall): boolean =>
  turn === undefined || before === undefined || turn > before

const isRecorded = ({ tool_calls = [], tool_results = [] }: Trace): boolean =>
  tool_results.length === tool_calls.length && !tool_results.some(isMissing)

const findingOf = ({ tool_calls }: Trace, at: number, what: string): Finding => {
  const call = tool_calls[at]
  return { ...callPlace(tool_calls, at), reason: `${call === undefined ? "a call" : label(call)} ${what}` }
}
