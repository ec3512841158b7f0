/**
 * `expect`: one value of each run's trace must match.
 *
 * A call that is not in the trace fails the check, since the trace shows that it was never made. So does an observation whose tool
 * answered with an error or without the value. Tokens, turns, observations and results that were not recorded leave it without a
 * verdict.
 */
import type { Json } from "../../base/domain/Json.ts"
import type { Matcher, MatcherData } from "../../base/domain/matching/Matcher.ts"
import type { RunDefinition } from "../../base/domain/verdict/Metric.ts"
import { isMatcher } from "../../base/domain/plan/predicates.ts"
import { isMissing } from "../../base/domain/trace/oneResultPerCall.ts"
import type { ToolResult, Trace } from "../../base/domain/trace/Trace.ts"
import { type Gate, gate, gateFrom } from "../dsl/gate.ts"
import { parsePath, resolveTarget } from "../metrics/resolveTarget.ts"
import { anything, membersOf, text } from "../../base/std/kinds.ts"
import type { KnownTarget } from "./KnownTarget.ts"
import type { Target, ValueAt } from "./Target.ts"
import { unknownNames } from "./offered/unknownNames.ts"
import { findPath, isNarration, isTurn, unitOf } from "./targetGrammar.ts"

/**
 * One value of each run's trace must match. `[*]` gives the list of values.
 *
 * ```ts
 * asks.pipe(
 *   expect("tool_calls[*].name", contains("get_weather")),
 *   expect("tool_calls[0].args.city", equals("Rome")),
 *   expect("tool_results[0].is_error", equals(false))
 * )
 * ```
 */
export const expect = <const Path extends Target | Unknown>(
  target: KnownTarget<Path>,
  matcher: Matcher<ValueAt<Path>>
): Gate<never> => {
  // The compiler would work out every case of KnownTarget to see that it is a text.
  return gateFrom("expect", [...text(target, "its target"), ...membersOf(anything)(matcher, "its matcher")], () => {
    const path = String(target)
    return gate(definition(path, matcher as unknown as MatcherData), { target: path }, { [path]: matcher })
  })
}

/** Any other text, so that `KnownTarget` can say what is wrong with it. The editor still completes targets. */
type Unknown = string & {}

interface Spec {
  readonly target: string
}
/** `any`, since a value of plain JSON takes any matcher. */
type Report = { readonly [target: string]: any }

const definition = (target: string, matcher: MatcherData): RunDefinition<Spec, Report> => {
  const known = findPath(target)
  const observed = observedValue(target)
  const valueAt = (trace: Trace): Json | undefined => {
    if (missingResult(target, trace) !== undefined || uncoded(target, trace) !== undefined) return undefined
    if (isTurn(target) && trace.tool_calls.some(({ turn }) => turn === undefined)) return undefined
    const value = (observed === undefined ? resolveTarget(trace, target) : observed(trace))?.value as Json | undefined
    return known?.kind === "amount" && ![value].flat().every(isAmount) ? undefined : value
  }
  const unrecorded = (trace: Trace): string =>
    missingResult(target, trace) ??
    uncoded(target, trace) ??
    (known?.isAlwaysRecorded === true ? neverMade(trace) : notRecorded(target))
  return {
    name: "expect",
    prefix: "",
    scope: "run",
    targets: { [target]: unitOf(target) },
    measure: (trace) => ({
      [target]: valueAt(trace),
      ...(observed !== undefined && { absent: observed(trace).absent }),
      ...((missingResult(target, trace) ?? uncoded(target, trace)) !== undefined && { absent: "none" })
    }),
    expect: {},
    absent: (_, report) => report["absent"] ?? (known?.isAlwaysRecorded === true ? "fail" : "none"),
    check: (_, offered) =>
      isNarration(target)
        ? [
            `"${target}" is what the model says of itself, which decides nothing; narrative() compares it with the trace`
          ]
        : known !== undefined
          ? isMatcher(matcher)
            ? unknownNames(target, matcher, offered)
            : []
          : [`no trace has a "${target}"`],
    explain: (trace) => ({
      [target]:
        valueAt(trace) === undefined ? [{ path: target, reason: observed?.(trace).reason ?? unrecorded(trace) }] : []
    })
  }
}

/** Why the results that a path names cannot be compared: a call has none. Undefined if every one of them is known. */
const missingResult = (target: string, { tool_calls, tool_results }: Trace): string | undefined => {
  const [, index] = /^tool_results(?:\[(\d+)\]|\[\*\]|$)/.exec(target) ?? [undefined, "none"]
  const at = tool_results.findIndex((result, place) => isMissing(result) && place === Number(index ?? place))
  return at === -1 ? undefined : `the call ${tool_calls[at]?.name ?? at} has no recorded result`
}

/** Why the codes of errors that a path names cannot be compared: a failed call has none. A tool that itself reports an error gives no code. */
const uncoded = (target: string, { tool_calls, tool_results }: Trace): string | undefined => {
  const [, index] = /^tool_results\[(\d+|\*)\]\.error_code$/.exec(target) ?? [undefined, "none"]
  const at = tool_results.findIndex(
    ({ error_code, is_error }, place) =>
      is_error === true && error_code === undefined && (index === "*" || place === Number(index))
  )
  return at === -1 ? undefined : `the error of the call ${tool_calls[at]?.name ?? at} has no recorded code`
}

/** An amount that is not a number from 0 was not recorded. */
const isAmount = (value: unknown): boolean => typeof value === "number" && value >= 0

const notRecorded = (target: string): string =>
  isTurn(target) ? "turns of calls are not known: a driver reports its turns with session.say" : "it was not recorded"

const neverMade = ({ tool_calls: { length } }: Trace): string =>
  `nothing is there: the run made ${length} call${length === 1 ? "" : "s"}`

/**
 * What an observation says about a target of `expect`: its value, or why it has none.
 *
 * An answer without the value is evidence: the tool was asked and did not confirm it. So is an error, whatever its text
 * says; only `is_error`, `timed_out` and `error_code` are read from it. A tool that did not answer in time shows nothing.
 */
export interface Observed {
  readonly value?: unknown
  /** The verdict without a value, and the reason for it. */
  readonly absent?: "fail" | "none"
  readonly reason?: string
}

/** Undefined for a target that is not a path below an observation. */
const observedValue = (target: string): ((trace: Trace) => Observed) | undefined => {
  const [root, name] = parsePath(target) ?? []
  if (root === undefined || !("key" in root) || root.key !== "observations") return undefined
  if (name === undefined || !("key" in name)) return undefined
  const path = `observations.${name.key}`
  const field = target.slice(path.length + 1)
  return (trace) => readAnswer(resolveTarget(trace, path)?.value as ToolResult | undefined, path, field)
}

const readAnswer = (answer: ToolResult | undefined, path: string, field: string): Observed => {
  if (answer === undefined) return { absent: "none", reason: "it was not recorded" }
  const isOfErrors = field === "is_error" || field === "timed_out" || field === "error_code"
  if (!isOfErrors && answer.timed_out) return { absent: "none", reason: "the observed tool did not answer in time" }
  if (!isOfErrors && answer.is_error) {
    const reason = `the observed tool answered with an error; expect ${path}.is_error to be true if it should`
    return { absent: "fail", reason }
  }
  const found = resolveTarget(answer, field)
  if (found === undefined && answer.is_error) return { absent: "none", reason: "the error has no recorded code" }
  return found ?? { absent: "fail", reason: `the answer of the observed tool has no ${field}` }
}
