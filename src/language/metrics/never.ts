/**
 * Never: did the run make a call that it may not make?
 *
 * A call counts whether it succeeded, failed or was answered by an injected fault. A call counts too if no tool ran,
 * because its arguments could not be read as JSON or because the tool was named without its server: the recording has
 * no server for such a call.
 */
import type { JsonSchemaCheck } from "../../base/domain/matching/Matcher.ts"
import type { ToolCall, Trace } from "../../base/domain/trace/Trace.ts"
import type { Finding } from "../../base/domain/verdict/Verdict.ts"
import { noSchemas } from "./internal/match/answer.ts"
import { fitsShape } from "./internal/trajectory/argumentShape.ts"
import { callPlace, isCallOf, label } from "./internal/toolCalls.ts"
import { callsFlaw, type ExpectedCall } from "./internal/trajectory/spec.ts"
import { shapesError } from "./internal/trajectory/alignedSteps.ts"

export interface Spec {
  /** The calls that no run may make. */
  readonly calls: ReadonlyArray<ExpectedCall>
}

export interface Report {
  /** How many recorded calls are forbidden. Undefined if one of them cannot be compared. */
  readonly calls: number | undefined
  /** Their indices. */
  readonly made: ReadonlyArray<number>
  readonly error?: string
}

export const measure = (trace: Trace, { calls }: Spec, jsonSchema: JsonSchemaCheck = noSchemas): Report => {
  const recorded = trace.tool_calls ?? []
  const made = recorded.flatMap((call, at) =>
    calls.some((forbidden) => isForbidden(forbidden, call, jsonSchema)) ? [at] : []
  )
  // A forbidden call that was found decides, whatever else cannot be compared.
  if (made.length > 0) return { calls: made.length, made }
  const error = shapesError(calls, recorded, jsonSchema) ?? unreadable(calls, recorded)
  return error === undefined ? { calls: 0, made } : { calls: undefined, made, error }
}

/** What is wrong with a spec, whatever was recorded. */
export const check = ({ calls }: Spec): ReadonlyArray<string> => {
  const flaw = !Array.isArray(calls) || calls.length === 0 ? "it names no call" : callsFlaw(calls)
  return flaw === undefined ? [] : [`the forbidden calls are malformed: ${flaw}`]
}

export const explain = (
  trace: Trace,
  _: Spec,
  { error, made }: Report
): { readonly calls: ReadonlyArray<Finding> } => ({
  calls: [
    ...made.map((at) => {
      const call = trace.tool_calls[at]!
      return { ...callPlace(trace.tool_calls, at), actual: call.args, reason: `${label(call)} was called` }
    }),
    ...(error === undefined ? [] : [{ reason: error }])
  ]
})

export const describe = ({ calls: count, error }: Report, { calls }: Spec): string => {
  const names = [...new Set(calls.map(label))].join(", ")
  return error ?? `${count === 0 ? "no call" : count === 1 ? "1 call" : `${count} calls`} of ${names}`
}

const isForbidden = (forbidden: ExpectedCall, call: ToolCall, jsonSchema: JsonSchemaCheck): boolean => {
  const { args: shape = "any" } = forbidden
  if (!isCallOf(forbidden, call) && !isAttempt(forbidden, call)) return false
  if (typeof shape === "string") return true
  // A shape that cannot be compared accepts nothing here: `shapesError` reports it.
  return !isUnreadable(call) && shapesError([forbidden], [call], jsonSchema) === undefined
    ? fitsShape(shape, call.args ?? {}, jsonSchema)
    : false
}

/** A call that reached no server, under the tool's own name or under the name that was sent to the model. */
const isAttempt = ({ name, server }: ExpectedCall, call: ToolCall): boolean =>
  call.server === "" && (call.name === name || call.name === `${server}__${name}`.replace(/[^a-zA-Z0-9_-]/g, "_"))

/** Arguments that were no JSON are recorded as a text under this key. */
const isUnreadable = ({ args, server }: ToolCall): boolean => server === "" && Object.hasOwn(args ?? {}, "INVALID_JSON")

const unreadable = (calls: ReadonlyArray<ExpectedCall>, recorded: ReadonlyArray<ToolCall>): string | undefined => {
  const at = recorded.findIndex((call) => isUnreadable(call) && calls.some((one) => isAttempt(one, call)))
  return at === -1 ? undefined : `the arguments of tool_calls[${at}] are no JSON, so they cannot be compared`
}
