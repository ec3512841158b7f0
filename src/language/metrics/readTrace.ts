/**
 * Reads a trace from plain JSON. A missing or malformed field counts as not recorded, and never throws.
 *
 * Calls with an empty, missing or repeated id get one of their own, and the nth result of an id belongs to the nth call with
 * it. Tokens need a total only; a missing input or output is 0. Turns count from 1; any other turn of a call is not
 * known. Turns of roles other than user and assistant are dropped.
 */
import { withCallIds } from "../../base/domain/trace/callIds.ts"
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import { oneResultPerCall } from "../../base/domain/trace/oneResultPerCall.ts"
import type {
  FaultMark,
  MissingResult,
  Tokens,
  ToolCall,
  ToolResult,
  Trace,
  Turn
} from "../../base/domain/trace/Trace.ts"
import { natural } from "../../base/std/checks.ts"

export const readTrace = (input: unknown): Trace => {
  const trace = object(input)
  const conversation = object(trace.conversation)
  const tokens = readTokens(object(conversation.tokens))
  const { calls, results } = withCallIds(
    list(trace.tool_calls).map(readCall),
    list(trace.tool_results).map(readAnyResult)
  )
  const observations = Object.entries(object(trace.observations)).map(([name, result]) => [name, readResult(result)])
  return {
    tool_calls: calls,
    tool_results: oneResultPerCall(calls, results),
    final_response: text(trace.final_response),
    stop_reason: text(trace.stop_reason),
    ...(typeof trace.error === "string" && { error: trace.error }),
    conversation: { ...(tokens && { tokens }), turns: list(conversation.turns).flatMap(readTurn) },
    clock: readClock(object(trace.clock)),
    faults: list(trace.faults).map(readFault),
    ...(Array.isArray(trace.unreported) && {
      unreported: UNREPORTED.filter((one) => list(trace.unreported).includes(one))
    }),
    ...(observations.length > 0 && { observations: Object.fromEntries(observations) })
  }
}

const UNREPORTED = ["turns", "tokens"] as const

type Fields = { readonly [field: string]: unknown }

const readCall = (input: unknown): ToolCall => {
  const call = object(input)
  const turn = natural(call.turn)
  return {
    id: text(call.id),
    server: text(call.server),
    name: text(call.name),
    args: object(call.args) as JsonObject,
    ...(turn !== undefined && turn > 0 && { turn }),
    ...(call.caller !== undefined && { caller: call.caller as Json })
  }
}

const readAnyResult = (input: unknown): ToolResult | MissingResult => {
  const { call_id, missing } = object(input)
  return missing === true ? { call_id: text(call_id), missing } : readResult(input)
}

const readResult = (input: unknown): ToolResult => {
  const result = object(input)
  const error_code = finite(result.error_code)
  return {
    call_id: text(result.call_id),
    is_error: result.is_error === true,
    content: list(result.content) as ReadonlyArray<Json>,
    ...(result.structured !== undefined && { structured: result.structured as Json }),
    timed_out: result.timed_out === true,
    ...(error_code !== undefined && { error_code })
  }
}

const readTurn = (input: unknown): ReadonlyArray<Turn> => {
  const { content, role } = object(input)
  return role === "user" || role === "assistant" ? [{ role, content: text(content) }] : []
}

const readTokens = ({ input, output, total }: Fields): Tokens | undefined => {
  const sum = natural(total)
  return sum === undefined ? undefined : { input: natural(input) ?? 0, output: natural(output) ?? 0, total: sum }
}

const readClock = ({ kind, recorded_ms, virtual_ms }: Fields): Trace["clock"] => {
  const recorded = finite(recorded_ms)
  return {
    virtual_ms: finite(virtual_ms) ?? 0,
    ...(kind === "wall" && { kind }),
    ...(recorded !== undefined && { recorded_ms: recorded })
  }
}

const readFault = (input: unknown): FaultMark => {
  const mark = object(input)
  const [detected_ms, recovered_ms, late_reply_ms] = [mark.detected_ms, mark.recovered_ms, mark.late_reply_ms].map(
    finite
  )
  return {
    fault: text(mark.fault),
    call_id: text(mark.call_id),
    kind: text(mark.kind),
    start_ms: finite(mark.start_ms) ?? 0,
    ...(detected_ms !== undefined && { detected_ms }),
    ...(recovered_ms !== undefined && { recovered_ms }),
    ...(Array.isArray(mark.recovered_through) && { recovered_through: mark.recovered_through.flatMap(readRecovery) }),
    ...(late_reply_ms !== undefined && { late_reply_ms })
  }
}

const readRecovery = (input: unknown): NonNullable<FaultMark["recovered_through"]> => {
  const { ms, name, server } = object(input)
  const end = finite(ms)
  return end === undefined ? [] : [{ server: text(server), name: text(name), ms: end }]
}

const object = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {}

const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const text = (value: unknown): string => (typeof value === "string" ? value : "")

const finite = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined
