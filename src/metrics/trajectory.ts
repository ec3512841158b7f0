/**
 * Trajectory: did the agent make the calls it was expected to make?
 *
 * An expected call pins a tool and a shape of its arguments; the mode says how the two lists are compared. Modes in
 * which order does not count give every call at most one counterpart, and as many counterparts as can be.
 *
 * With `within_turn: "free"` calls that stand side by side and were asked for in one turn may change places:
 * - `strict` passes when some such reordering of the recorded calls passes it call by call;
 * - `subsequence` passes when the expected calls appear in order in some such reordering.
 * A call whose turn was not recorded keeps its place. The other modes have no order to set free.
 */
import type { Diff, JsonSchemaCheck } from "../domain/Matcher.ts"
import type { Alignment } from "../domain/Metric.ts"
import type { ToolCall, Trace } from "../domain/Trace.ts"
import type { Finding } from "../domain/Verdict.ts"
import { noSchemas } from "./internal/match/answer.ts"
import { argumentDiffs, type ArgumentShape, fitsShape, shapeError } from "./internal/trajectory/argumentShape.ts"
import { callPlace, isCallOf } from "./internal/toolCalls.ts"
import { type Mismatch, mismatches, type Sides } from "./internal/trajectory/mismatches.ts"
import { type ExpectedCall, flawOf, type Mode, type Spec } from "./internal/trajectory/spec.ts"
import { trajectorySteps } from "./internal/trajectory/steps.ts"

export type { ArgumentShape, ExpectedCall, Mismatch, Mode, Spec }

/** The numbers are undefined where the expectation itself is malformed: then there is nothing to pass or fail. */
export interface Report {
  readonly passed: number | undefined
  /** Under `subsequence`, the calls not found after those found before them: the earliest that fits is taken. */
  readonly mismatch_count: number | undefined
  readonly mismatches: ReadonlyArray<Mismatch>
  readonly error?: string
}

/** Whoever measures many traces checks the expectation once, and says what came of it. */
export const measure = (
  trace: Trace,
  spec: Spec,
  jsonSchema: JsonSchemaCheck = noSchemas,
  problems?: ReadonlyArray<string>
): Report => {
  const recorded = trace.tool_calls ?? []
  const error = specError(spec, recorded, jsonSchema, problems)
  if (error !== undefined) return { passed: undefined, mismatch_count: undefined, mismatches: [], error }
  if (isVacuous(spec) || isWalkedThrough(spec, recorded, jsonSchema)) {
    return { passed: 1, mismatch_count: 0, mismatches: [] }
  }
  const found = mismatches(spec.mode, sidesOf(spec, recorded, jsonSchema))
  return { passed: found.length === 0 ? 1 : 0, mismatch_count: found.length, mismatches: found }
}

/** Both lists side by side. A malformed expectation lines up with nothing. */
export const align = (trace: Trace, spec: Spec, jsonSchema: JsonSchemaCheck = noSchemas): Alignment => {
  const recorded = trace.tool_calls ?? []
  return specError(spec, recorded, jsonSchema) === undefined
    ? { expected: spec.calls, steps: trajectorySteps(spec.mode, sidesOf(spec, recorded, jsonSchema)) }
    : { expected: [], steps: [] }
}

const sidesOf = (spec: Spec, recorded: ReadonlyArray<ToolCall>, jsonSchema: JsonSchemaCheck): Sides => ({
  expected: spec.calls,
  recorded,
  blocks: spec.within_turn === "free" ? turns(recorded) : recorded.map((_, index) => [index]),
  diffs: (e, r) => callDiffs(spec.calls[e]!, recorded[r]!, jsonSchema)
})

/** The common case, told at a glance: every expected call is found after the one before it. */
const isWalkedThrough = (spec: Spec, recorded: ReadonlyArray<ToolCall>, jsonSchema: JsonSchemaCheck): boolean => {
  if (spec.mode !== "subsequence") return false
  let found = 0
  for (const call of recorded) {
    const expected = spec.calls[found]
    if (expected === undefined) return true
    if (isCallOf(expected, call) && fitsShape(expected.args ?? "any", call.args ?? {}, jsonSchema)) found++
  }
  return found === spec.calls.length
}

/** No expected call is a lower bound that everything meets, and an upper bound that only doing nothing does. */
export const isVacuous = ({ calls, mode }: Spec): boolean =>
  calls.length === 0 && mode !== "subset" && mode !== "sameMultiset"

export const explain = (
  trace: Trace,
  spec: Spec,
  report: Report
): { readonly passed: ReadonlyArray<Finding>; readonly mismatch_count: ReadonlyArray<Finding> } => {
  const findings =
    report.error === undefined
      ? report.mismatches.flatMap((one) => mismatchFindings(trace.tool_calls ?? [], spec, one))
      : [{ reason: report.error }]
  return { passed: findings, mismatch_count: findings }
}

export const describe = (report: Report, spec: Spec): string =>
  report.error ??
  `${counted(spec.calls.length, "expected call", "s")}, ${spec.mode}: ${counted(report.mismatches.length, "mismatch", "es")}`

/** What is wrong with an expectation whatever was recorded. Schemas are looked at when there are arguments to check. */
export const check = (spec: Spec): ReadonlyArray<string> => {
  const flaw = flawOf(spec)
  return flaw === undefined ? [] : [`the expected trajectory is malformed: ${flaw}`]
}

const specError = (
  spec: Spec,
  recorded: ReadonlyArray<ToolCall>,
  jsonSchema: JsonSchemaCheck,
  [malformed]: ReadonlyArray<string> = check(spec)
): string | undefined => {
  if (malformed !== undefined) return malformed
  for (const [index, expected] of spec.calls.entries()) {
    if (typeof expected.args !== "object") continue
    // Only a schema looks at what was recorded.
    const calls = "schema" in expected.args ? recorded.filter((call) => isCallOf(expected, call)) : []
    const error = shapeError(
      expected.args,
      calls.map((call) => call.args ?? {}),
      jsonSchema
    )
    if (error !== undefined) return `calls[${index}].args: ${error}`
  }
  return undefined
}

const turns = (calls: ReadonlyArray<ToolCall>): ReadonlyArray<ReadonlyArray<number>> => {
  const blocks: Array<Array<number>> = []
  for (const [index, { turn }] of calls.entries()) {
    if (isRecorded(turn) && turn === calls[index - 1]?.turn) blocks.at(-1)?.push(index)
    else blocks.push([index])
  }
  return blocks
}

/** Turns count from 1. */
const isRecorded = (turn: number): boolean => Number.isSafeInteger(turn) && turn > 0

const callDiffs = (expected: ExpectedCall, call: ToolCall, jsonSchema: JsonSchemaCheck): ReadonlyArray<Diff> => {
  if (isCallOf(expected, call)) return argumentDiffs(expected.args ?? "any", call.args ?? {}, jsonSchema)
  const path = isCallOf(expected.name, call) ? "server" : "name"
  const actual = call[path]
  return [{ path, expected: expected[path]!, actual, reason: `expected ${expected[path]}, got ${actual}` }]
}

const mismatchFindings = (
  calls: ReadonlyArray<ToolCall>,
  spec: Spec,
  { diffs, expected_index, reason, recorded_index }: Mismatch
): ReadonlyArray<Finding> => {
  const expected = expected_index === null ? {} : { expected: { ...spec.calls[expected_index]! } }
  const found = recorded_index === null ? {} : callPlace(calls, recorded_index)
  return diffs.length === 0
    ? [{ ...found, ...expected, reason }]
    : diffs.map((diff) => ({ ...found, ...diff, path: `${found.path}.${diff.path}` }))
}

const counted = (count: number, noun: string, plural: string): string => `${count} ${noun}${count === 1 ? "" : plural}`
