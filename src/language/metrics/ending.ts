/**
 * Ending: how did the run end?
 *
 * A run that ended well closes with words, with the stop reason `end_turn`, and if its last call failed, the agent says
 * so: "there is no order 9" is a good answer. An agent may also end with a tool, such as a transfer to a person. A tool
 * whose last call failed may still be no loss, since the agent may have reached its aim with another tool: such tools
 * are counted, and decide only where a suite asks for it.
 */
import { toolKey } from "../../base/domain/trace/callKey.ts"
import { hasFailed } from "../../base/domain/trace/hasFailed.ts"
import type { ToolCall, ToolResult, Trace } from "../../base/domain/trace/Trace.ts"
import type { Finding } from "../../base/domain/verdict/Verdict.ts"
import { knownResults } from "../../base/domain/trace/oneResultPerCall.ts"
import { callPlace, isCallOf, label } from "./internal/toolCalls.ts"

export interface Spec {
  /** Tools that a run may end with, in place of words. */
  readonly by?: ReadonlyArray<{ readonly server: string; readonly name: string }>
}

export interface Report {
  /** 1 if the final response has words: more than white space. */
  readonly closing_words: number
  /** Undefined if none was recorded. */
  readonly stop_reason: string | undefined
  /** 1 if the last call failed; 0 without calls. Undefined if its result was not recorded. */
  readonly last_call_failed: number | undefined
  /** 1 if the last call failed and no answer after it admits that. Undefined if its result was not recorded. */
  readonly unadmitted_error: number | undefined
  /** 1 if the run closes with words and `end_turn`, or with a call of a tool of `by`. Undefined without a stop reason. */
  readonly ended: number | undefined
  /** How many tools failed at their last call. Undefined if one such result was not recorded. */
  readonly unrecovered_tools: number | undefined
}

export const measure = (trace: Trace, spec: Spec = {}): Report => {
  const last = lastCalls(trace)
  const last_call_failed = failures(last.slice(-1))
  return {
    closing_words: hasWords(trace) ? 1 : 0,
    stop_reason: trace.stop_reason || undefined,
    last_call_failed,
    unadmitted_error: last_call_failed === 1 && isAdmitted(trace, last.at(-1)!.call) ? 0 : last_call_failed,
    ended: hasEnded(trace, spec),
    unrecovered_tools: failures(last)
  }
}

export const describe = (_: Report, __: unknown, trace: Trace): string => {
  const last = lastCalls(trace)
  const failed = last.filter(isFailure).map(({ call }) => label(call))
  return [
    hasWords(trace) ? "closing words" : "no closing words",
    `stop reason ${trace.stop_reason || "not recorded"}`,
    lastCallText(last.at(-1)),
    ...(failed.length === 0 ? [] : [`unrecovered: ${failed.join(", ")}`])
  ].join(", ")
}

export const explain = (
  trace: Trace,
  { by = [] }: Spec = {}
): { readonly [Target in keyof Report]: ReadonlyArray<Finding> } => {
  const last = lastCalls(trace)
  const toFinding = (one: LastCall): Finding => ({
    ...callPlace(trace.tool_calls, one.at),
    ...(one.result !== undefined && { actual: one.result.content }),
    reason: `${label(one.call)} ${one.result === undefined ? "has no recorded result" : one.result.timed_out ? "timed out" : "failed"}`
  })
  const suspects = last.filter((one) => one.result === undefined || isFailure(one))
  return {
    closing_words: [{ path: "final_response", reason: "the run closes without words" }],
    stop_reason: [{ path: "stop_reason", reason: `the stop reason is ${trace.stop_reason || "not recorded"}` }],
    last_call_failed: last.slice(-1).map(toFinding),
    unadmitted_error: last.slice(-1).map(toFinding),
    ended: [
      {
        path: "stop_reason",
        reason:
          `the run ends neither with words and end_turn nor with ${by.map(label).join(" or ") || "a tool"}: ` +
          describe(measure(trace), {}, trace)
      }
    ],
    unrecovered_tools: suspects.map(toFinding)
  }
}

interface LastCall {
  readonly at: number
  readonly call: ToolCall
  readonly result: ToolResult | undefined
}

/** The last call of each tool, in the order of the calls. */
const lastCalls = (trace: Trace): ReadonlyArray<LastCall> => {
  const results = new Map(knownResults(trace).map((result) => [result.call_id, result]))
  const last = new Map<string, LastCall>()
  for (const [at, call] of (trace.tool_calls ?? []).entries()) {
    last.delete(toolKey(call))
    last.set(toolKey(call), { at, call, result: results.get(call.id) })
  }
  return [...last.values()]
}

const isFailure = ({ result }: LastCall): boolean => result !== undefined && hasFailed(result)

const failures = (calls: ReadonlyArray<LastCall>): number | undefined =>
  calls.some(({ result }) => result === undefined) ? undefined : calls.filter(isFailure).length

const hasWords = ({ final_response }: Trace): boolean => (final_response ?? "").trim() !== ""

/** An answer after the call says that it failed, in this turn of the conversation or in a later one. */
const isAdmitted = ({ conversation, final_response }: Trace, { turn }: ToolCall): boolean => {
  const answers = (conversation?.turns ?? []).filter(({ role }) => role === "assistant")
  const later = turn === undefined ? [] : answers.slice(turn).map(({ content }) => content)
  return [final_response ?? "", ...later].some(admitsError)
}

/** A last call of a tool of `by` ends a run that says nothing more, whether it was asked again or not. */
const hasEnded = (trace: Trace, { by = [] }: Spec): number | undefined => {
  const reason = trace.stop_reason || undefined
  if (reason === undefined) return undefined
  if (hasWords(trace)) return reason === "end_turn" ? 1 : 0
  const last = (trace.tool_calls ?? []).at(-1)
  const isBy = last !== undefined && by.some((tool) => isCallOf(tool, last))
  return isBy && (reason === "end_turn" || reason === "tool_use") ? 1 : 0
}

const lastCallText = (last: LastCall | undefined): string => {
  if (last === undefined) return "no calls"
  if (last.result === undefined) return `no result of ${label(last.call)}, the last call`
  return `${label(last.call)}, the last call, ${isFailure(last) ? "failed" : "answered"}`
}

/** A sentence with a condition or an offer admits nothing: "if it does not show, let me know". */
const admitsError = (text: string): boolean =>
  text
    .slice(0, LONGEST)
    .toLowerCase()
    .replaceAll("’", "'")
    .split(/[.!?\n](?=\s|$)/)
    .some((sentence) => !conditions.test(sentence) && admissions.test(sentence.replace(denials, "")))

/** Bounds the cost of any text. */
const LONGEST = 20_000

const conditions = /\b(?:if|unless|in case|hesitate|worry|forget)\b/

/** What denies a failure: "without errors", "no problem". */
const denials =
  /\b(?:no|without(?: any)?|zero|0|free of|not fail(?:ed)?|fixed|fixes|corrected|resolved|handles?)(?: \w+)? (?:errors?|problems?|issues|failures?|failing|warnings?)\b/g

const admissions = new RegExp(
  "\\b(?:" +
    [
      "(?:could|can|was|were|is|are|did|do|does|has|have|had|would|wo|ca|am)(?:n't| not)",
      "cannot|unable|impossible|inaccessible|unavailable|unreachable|unsuccessful(?:ly)?|unfortunately|sorry|afraid|apologi[sz]e|regret",
      "fail(?:s|ed|ing|ure|ures)?|errors?|exception|invalid|unknown|denied|refused|rejected|forbidden|unauthori[sz]ed",
      "timed out|time-?out|went wrong|(?:a|the|some) problem|an issue|ran into|encountered|trouble|(?:is|are|was|were) (?:currently )?(?:locked|blocked|missing|down)|came back empty|outage|insufficient|incomplete|return(?:s|ed|ing) (?:an? )?[45]\\d\\ds?",
      "not (?:found|exist|available|possible|able|allowed|permitted|supported|recogni[sz]ed|valid|accessible|there|have|responding)",
      "(?:is|are|was|were|be|has|have|had|found|find|see|returned|returns|got|exists?) (?:currently )?(?:no|none|nothing)|no such|no longer|nothing (?:was|is|matched|matches|came|turned up)",
      "(?:no|zero) (?:match(?:es|ing)?|results?|records?|entries|hits?)|no [a-z0-9 -]{1,30} (?:by|with|of|called|named|under) th(?:at|is)",
      "no [a-z0-9' -]{1,40}(?:exists?|match(?:es|ed)?|found|available|returned|results?)\\b"
    ].join("|") +
    ")(?![a-z])"
)
