/**
 * Trajectory: did the agent make the calls it was expected to make?
 *
 * An expected call names a tool and a shape of its arguments; the mode says how the two lists are compared. Modes that
 * ignore the order pair each call with at most one other call, and make as many pairs as possible.
 *
 * With `within_turn: "free"` consecutive calls of one turn may be reordered:
 * - `strict` passes if some such reordering of the recorded calls matches call by call;
 * - `subsequence` passes if the expected calls appear in order in some such reordering.
 * If calls have no turn, it passes without any reordering, fails if no turns could make it pass, and is undefined otherwise.
 * The other modes ignore the order anyway.
 */
import type { Diff, JsonSchemaCheck } from "../../base/domain/matching/Matcher.ts"
import type { Alignment } from "../../base/domain/verdict/Metric.ts"
import type { ToolCall, Trace } from "../../base/domain/trace/Trace.ts"
import type { Finding } from "../../base/domain/verdict/Verdict.ts"
import { noSchemas } from "./internal/match/answer.ts"
import { type ArgumentShape, argumentDiffs, fitsShape } from "./internal/trajectory/argumentShape.ts"
import { callPlace, isCallOf } from "./internal/toolCalls.ts"
import { type Mismatch, type Sides, answersOf, mismatches } from "./internal/trajectory/mismatches.ts"
import { inReadingOrder, remainingCalls, shapesError } from "./internal/trajectory/alignedSteps.ts"
import { type ExpectedCall, type Spec, type TrajectoryMode, flawOf } from "./internal/trajectory/spec.ts"
import type { AlignedStep } from "../../base/domain/verdict/Analysis.ts"

export type { ArgumentShape, ExpectedCall, Mismatch, TrajectoryMode, Spec }

/**
 * The numbers are undefined if the expectation is malformed, or rests on turns that are not known: then the trajectory neither
 * passes nor fails.
 */
export interface Report {
  readonly passed: number | undefined
  /**
   * With `subsequence`: the expected calls without those of the longest subsequence that was called in order.
   */
  readonly mismatch_count: number | undefined
  readonly mismatches: ReadonlyArray<Mismatch>
  readonly error?: string
}

/** A caller that measures many traces passes the result of `check` as `problems`, to check the expectation once. */
export const measure = (
  trace: Trace,
  spec: Spec,
  jsonSchema: JsonSchemaCheck = noSchemas,
  problems?: ReadonlyArray<string>
): Report => {
  const recorded = trace.tool_calls ?? []
  const error = specError(spec, recorded, jsonSchema, problems)
  if (error !== undefined) return { passed: undefined, mismatch_count: undefined, mismatches: [], error }
  if (isVacuous(spec) || isPlainSubsequence(spec, recorded, jsonSchema)) {
    return { passed: 1, mismatch_count: 0, mismatches: [] }
  }
  const found = mismatches(spec.mode, sidesOf(spec, recorded, jsonSchema))
  if (found.length > 0 && couldPass(spec, recorded, jsonSchema)) {
    return { passed: undefined, mismatch_count: undefined, mismatches: [], error: UNKNOWN_TURNS }
  }
  return { passed: found.length === 0 ? 1 : 0, mismatch_count: found.length, mismatches: found }
}

/** Both lists side by side; empty for a malformed expectation. */
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

/** Fast check for the common case of `subsequence`. If it is false, `mismatches` decides. */
const isPlainSubsequence = (spec: Spec, recorded: ReadonlyArray<ToolCall>, jsonSchema: JsonSchemaCheck): boolean => {
  if (spec.mode !== "subsequence") return false
  let found = 0
  for (const call of recorded) {
    const expected = spec.calls[found]
    if (expected === undefined) return true
    if (isCallOf(expected, call) && fitsShape(expected.args ?? "any", call.args ?? {}, jsonSchema)) found++
  }
  return found === spec.calls.length
}

/** Without expected calls every trace passes, except in the modes that limit the recorded calls. */
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

/** What is wrong with an expectation, whatever was recorded. JSON Schemas are checked later, against the arguments. */
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
  return malformed ?? shapesError(spec.calls, recorded, jsonSchema)
}

const UNKNOWN_TURNS =
  "the turns of these calls are not known, and the calls match in another order only if they are of one turn: " +
  "a driver reports its turns with session.say"

/** Whether the calls could match if those without a turn were of the same turn as their neighbours. */
const couldPass = (spec: Spec, recorded: ReadonlyArray<ToolCall>, jsonSchema: JsonSchemaCheck): boolean => {
  if (spec.within_turn !== "free" || recorded.every(({ turn }) => isRecorded(turn))) return false
  const freest = turns(recorded, (one, other) => one === other || !isRecorded(one) || !isRecorded(other))
  return mismatches(spec.mode, { ...sidesOf(spec, recorded, jsonSchema), blocks: freest }).length === 0
}

const turns = (
  calls: ReadonlyArray<ToolCall>,
  isSame = (one: Turn, other: Turn): boolean => isRecorded(one) && one === other
): ReadonlyArray<ReadonlyArray<number>> => {
  const blocks: Array<Array<number>> = []
  for (const [index, { turn }] of calls.entries()) {
    if (index > 0 && isSame(turn, calls[index - 1]!.turn)) blocks.at(-1)!.push(index)
    else blocks.push([index])
  }
  return blocks
}

type Turn = ToolCall["turn"]

/** Turns count from 1. */
const isRecorded = (turn: Turn): boolean => turn !== undefined && Number.isSafeInteger(turn) && turn > 0

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

/** Expected and recorded calls of a trajectory side by side, and what is wrong with each pair. */
const trajectorySteps = (mode: TrajectoryMode, sides: Sides): ReadonlyArray<AlignedStep> => {
  const found = mismatches(mode, sides)
  const wrong = found.map((one) => stepOf(sides, one))
  const mismatched = new Set(found.map(({ expected_index }) => expected_index))
  const others = answersOf(mode, sides).flatMap((recorded, expected): ReadonlyArray<AlignedStep> => {
    if (recorded !== undefined) return [{ expected, recorded, is: "matched" }]
    return mismatched.has(expected) ? [] : [{ expected, is: "allowed" }]
  })
  const steps = [...wrong, ...others]
  return inReadingOrder([...steps, ...remainingCalls(steps, sides.recorded.length, "allowed")])
}

const stepOf = (sides: Sides, { diffs, expected_index: e, recorded_index: r }: Mismatch): AlignedStep => {
  if (e === null) return r === null ? { is: "extra" } : { recorded: r, is: "extra" }
  if (r === null) return { expected: e, is: "missing" }
  const step = { expected: e, recorded: r }
  if (!isCallOf(sides.expected[e]!, sides.recorded[r]!)) return { ...step, is: "other_tool", diffs }
  return diffs.length === 0 ? { ...step, is: "out_of_order" } : { ...step, is: "arguments", diffs }
}
