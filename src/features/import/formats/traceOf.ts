/**
 * Makes a trace of the steps of a foreign run. Nothing is guessed: what the source does not say is left out of the trace.
 */
import { withCallIds } from "../../../base/domain/trace/callIds.ts"
import type { Usage } from "../../../base/domain/recording/Cassette.ts"
import type { ToolCall, ToolResult, Trace, Turn } from "../../../base/domain/trace/Trace.ts"
import { oneResultPerCall } from "../../../base/domain/trace/oneResultPerCall.ts"
import { INVALID, argsOf } from "../../../edges/telemetry/callArguments.ts"
import { sumOf } from "../../../edges/telemetry/fields.ts"
import type { Repairs } from "../../../edges/telemetry/Item.ts"
import { resultWords, unwrap } from "./resultContent.ts"
import type { ResultStep, Step, StepCall } from "./Step.ts"
import { isJsonObject } from "../../../base/std/Json.ts"
import type { Json } from "../../../base/domain/Json.ts"
import { tryCatch } from "../../../base/std/tryCatch.ts"

export interface TraceSource {
  /** The server of a tool that the source names no server for. */
  readonly server: string
  /** Every server that the source names, for tools named `<server>__<tool>`. */
  readonly servers?: ReadonlySet<string>
  /** The tokens of the whole run, where its answers do not have them. */
  readonly tokens?: Usage | undefined
  /** Why the run ended, where its last answer does not say. */
  readonly stop?: string | undefined
}

export interface MadeTrace {
  readonly trace: Trace
  readonly repairs: Repairs
  /** Steps that belong nowhere: results of calls that were never made. */
  readonly orphans: number
}

export const traceOf = (steps: ReadonlyArray<Step>, source: TraceSource, inferErrors: boolean): MadeTrace => {
  const turns: Array<Turn> = []
  const calls: Array<ToolCall> = []
  const results: Array<ToolResult> = []
  let [turn, inferred, unflagged] = [0, 0, 0]
  for (const step of steps) {
    if (step.kind === "user") turns.push({ role: "user", content: spoken(step.text) })
    else if (step.kind === "answer") {
      turns.push({ role: "assistant", content: spoken(step.text) })
      turn++
      for (const call of step.calls) calls.push(toolCall(call, turn, source))
    }
    for (const returned of step.kind === "answer" ? (step.ran ?? []) : step.kind === "result" ? [step] : []) {
      const result = toolResult(returned, calls, results, inferErrors)
      if (result.looks && inferErrors) inferred++
      else if (result.looks) unflagged++
      results.push(result.result)
    }
  }
  const made = withCallIds(calls, results)
  const ids = new Set(made.calls.map(({ id }) => id))
  const last = steps.findLast(({ kind }) => kind !== "user")
  const isAnswered = last?.kind === "answer" && last.calls.every(({ id }) => last.ran?.some((one) => one.id === id))
  const tokens = tokensOf(steps, source.tokens)
  return {
    trace: {
      tool_calls: made.calls,
      tool_results: oneResultPerCall(made.calls, made.results),
      // A sign alone is how an agent without a user ends: a run that closes with it did not close with nothing.
      final_response: isAnswered ? spoken(last.text) || last.text.trim() : "",
      stop_reason:
        source.stop ?? (last?.kind === "answer" ? last.stop : undefined) ?? (isAnswered ? "end_turn" : "tool_use"),
      conversation: { ...(tokens !== undefined && { tokens }), turns },
      clock: { virtual_ms: 0, kind: "wall" },
      faults: []
    },
    repairs: { ids: made.calls.filter(({ id }, at) => id !== calls[at]?.id).length, errors: inferred, unflagged },
    orphans: made.results.filter(({ call_id }) => !ids.has(call_id)).length
  }
}

/** Words that programs say to each other are not words of the run. */
const spoken = (text: string): string => text.replaceAll(/###(?:STOP|TRANSFER|OUT-OF-SCOPE)###/g, "").trim()

const toolCall = (call: StepCall, turn: number, { server, servers }: TraceSource): ToolCall => {
  const args = argsOf(call.args)
  const [prefix = "", ...rest] = call.name.split("__")
  const isPrefixed = call.server === undefined && rest.length > 0 && servers?.has(prefix) === true
  return {
    id: call.id,
    turn,
    // The live layer calls no server with arguments that no server could take.
    server: Object.hasOwn(args, INVALID) ? "" : (call.server ?? (isPrefixed ? prefix : server)),
    name: isPrefixed ? rest.join("__") : call.name,
    args,
    ...(call.caller !== undefined && { caller: call.caller })
  }
}

const toolResult = (
  { content, id, isError, name, structured }: ResultStep,
  calls: ReadonlyArray<ToolCall>,
  results: ReadonlyArray<ToolResult>,
  inferErrors: boolean
): { readonly result: ToolResult; readonly looks: boolean } => {
  const unwrapped = unwrap(content)
  const flag = isError === true || unwrapped.isError === true
  const words = resultWords(unwrapped.content)
  const looks = !flag && (inferErrors || (isError ?? unwrapped.isError) === undefined) && looksLikeError(words)
  const is_error = flag || (looks && inferErrors)
  const said = structured ?? unwrapped.structured
  return {
    looks,
    result: {
      call_id: id ?? unansweredId(name, calls, results),
      is_error,
      content: unwrapped.content,
      ...(said !== undefined && { structured: said }),
      timed_out: saysTimedOut(words)
    }
  }
}

/** The id of the first call of this name without a result. */
const unansweredId = (
  name: string | undefined,
  calls: ReadonlyArray<ToolCall>,
  results: ReadonlyArray<ToolResult>
): string => {
  const left = new Map<string, number>()
  for (const { call_id } of results) left.set(call_id, (left.get(call_id) ?? 0) + 1)
  const open = calls.find((call) => {
    const count = left.get(call.id) ?? 0
    left.set(call.id, count - 1)
    return count <= 0 && call.name === name
  })
  return open?.id ?? `no call of ${name ?? "a tool"}`
}

/** Left out if an answer of the model has none: unrecorded is not zero. */
const tokensOf = (steps: ReadonlyArray<Step>, whole: Usage | undefined): Trace["conversation"]["tokens"] => {
  const usages = steps.flatMap((step) => (step.kind === "answer" && step.usage !== null ? [step.usage] : []))
  const sum = whole ?? (usages.length === 0 ? undefined : usages.reduce(sumOf))
  return sum === undefined ? undefined : { ...sum, total: sum.input + sum.output }
}

/** `Error: ...`, or a JSON object that says `object: "error"`, an HTTP status from 400 on, or an error of an execution. */
const looksLikeError = (words: string): boolean => {
  if (/^\s*(?:an? )?error\b(?: (?:occurred|invoking|running|executing)\b[^\n]*)?\s*:/i.test(words)) return true
  const value = /^\s*\{/.test(words) ? tryCatch((): Json => JSON.parse(words)) : undefined
  if (!isJsonObject(value)) return false
  const { execution_result, object, status } = value
  return (
    object === "error" ||
    (typeof status === "number" && status >= 400 && status < 600) ||
    (isJsonObject(execution_result) &&
      typeof execution_result["error"] === "string" &&
      execution_result["error"] !== "")
  )
}

/** Only the short sentence of a client or a server: a page of logs may have these words, too. */
const saysTimedOut = (words: string): boolean =>
  words.length <= 400 && /\btimed out after \d+(?:\.\d+)? ?(?:ms|milliseconds?|s|sec|seconds?|minutes?)\b/i.test(words)
