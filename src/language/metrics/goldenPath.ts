/**
 * Golden path: how far the recorded calls differ from an ideal sequence of tools.
 *
 * Steps are matched by tool, whatever the arguments. `missing_steps` is the least number of golden steps without a call
 * when the order is kept: a step that comes too late is one missing step, and the steps after it are not missing.
 *
 * A path may use a tool twice: only the backtracks and repeats beyond those of the path itself count.
 */
import { leftOut } from "../../base/std/alignment.ts"
import type { AlignedStep } from "../../base/domain/verdict/Analysis.ts"
import type { Alignment } from "../../base/domain/verdict/Metric.ts"
import type { ToolCall, Trace } from "../../base/domain/trace/Trace.ts"
import type { Finding } from "../../base/domain/verdict/Verdict.ts"
import { inReadingOrder, remainingCalls } from "./internal/trajectory/alignedSteps.ts"
import { toolKey } from "../../base/domain/trace/callKey.ts"
import { callPlace, isCallOf, label, type ToolName } from "./internal/toolCalls.ts"

export interface Spec {
  readonly calls: ReadonlyArray<ToolName>
  /** Which counts add to the penalty. Default: all three. */
  readonly penalize?: { readonly [Count in Penalized]?: boolean }
}

export interface Report {
  readonly extra_steps: number
  /** Calls of a tool that was used before, but not by the previous call, beyond those of the path. */
  readonly backtracks: number
  /** Calls of the same tool as the previous call, beyond those of the path. */
  readonly repeated_tools: number
  /** Golden steps without a call. They always fail the metric: doing nothing is not efficient. */
  readonly missing_steps: number
  /** 1 without penalized steps, closer to 0 the more there are. */
  readonly penalty: number
  readonly passed: number
}

type Penalized = "extra_steps" | "backtracks" | "repeated_tools"

export const measure = (trace: Trace, spec: Spec): Report => {
  const calls = trace.tool_calls ?? []
  const counts = {
    extra_steps: Math.max(0, calls.length - spec.calls.length),
    backtracks: beyond(backtracks, calls, spec),
    repeated_tools: beyond(repeats, calls, spec)
  }
  const missing_steps = missing(spec.calls, calls).length
  const weight = penalized(spec).reduce((sum, count) => sum + counts[count], 0)
  return {
    ...counts,
    missing_steps,
    penalty: 1 / (1 + 0.5 * weight),
    passed: weight === 0 && missing_steps === 0 ? 1 : 0
  }
}

export const explain = (
  trace: Trace,
  spec: Spec,
  report: Report
): { readonly [Target in keyof Report]: ReadonlyArray<Finding> } => {
  const calls = trace.tool_calls ?? []
  const findings = {
    extra_steps: report.extra_steps === 0 ? [] : [tooLong(spec.calls.length, calls.length)],
    backtracks: wasteful(backtracks, trace, spec).map((at) => ({
      ...callPlace(calls, at),
      reason: `goes back to ${calls[at]!.name}`
    })),
    repeated_tools: wasteful(repeats, trace, spec).map((at) => ({
      ...callPlace(calls, at),
      reason: `repeats ${calls[at]!.name}`
    }))
  }
  const missing_steps = missing(spec.calls, calls).map((step) => ({
    reason: `step ${step + 1} (${label(spec.calls[step]!)}) was not called in its place`
  }))
  const penalty = penalized(spec).flatMap((count): ReadonlyArray<Finding> => findings[count])
  return { ...findings, missing_steps, penalty, passed: [...missing_steps, ...penalty] }
}

/** The golden steps beside the calls that match them. */
export const align = (trace: Trace, { calls: golden }: Spec): Alignment => {
  const calls = trace.tool_calls ?? []
  const unmatched = new Set(missing(golden, calls))
  let from = 0
  const steps = golden.map((step, expected): AlignedStep => {
    if (unmatched.has(expected)) return { expected, is: "missing" }
    const recorded = calls.findIndex((call, at) => at >= from && isCallOf(step, call))
    from = recorded + 1
    return { expected, recorded, is: "matched" }
  })
  return {
    expected: golden.map((step) => (typeof step === "string" ? { name: step } : step)),
    steps: inReadingOrder([...steps, ...remainingCalls(steps, calls.length, "extra")])
  }
}

export const describe = (report: Report): string =>
  `extra ${report.extra_steps}, backtracks ${report.backtracks}, repeated ${report.repeated_tools}, ` +
  `missing ${report.missing_steps}, penalty ${report.penalty.toFixed(2)}`

/** Whether no run could break it. */
export const isVacuous = (spec: Spec): boolean => spec.calls.length === 0 && penalized(spec).length === 0

const penalized = ({ penalize = {} }: Spec): ReadonlyArray<Penalized> =>
  (["extra_steps", "backtracks", "repeated_tools"] as const).filter((count) => penalize[count] ?? true)

/** The indices of tools in a list of them. */
type Finder = (tools: ReadonlyArray<string>) => ReadonlyArray<number>

const backtracks: Finder = (tools) =>
  [...tools.keys()].filter((at) => tools[at] !== tools[at - 1] && tools.indexOf(tools[at]!) < at)

const repeats: Finder = (tools) => [...tools.keys()].filter((at) => tools[at] === tools[at - 1])

const beyond = (find: Finder, calls: ReadonlyArray<ToolCall>, spec: Spec): number =>
  Math.max(0, find(calls.map(toolKey)).length - find(spec.calls.map(label)).length)

/** The calls that are counted. Those that take a step of the path for which the path itself is counted come last. */
const wasteful = (find: Finder, trace: Trace, spec: Spec): ReadonlyArray<number> => {
  const calls = trace.tool_calls ?? []
  const ofPath = new Set(find(spec.calls.map(label)))
  const taken = new Set(
    align(trace, spec).steps.flatMap(({ expected = -1, recorded }) => (ofPath.has(expected) ? recorded : []))
  )
  const found = find(calls.map(toolKey))
  return [...found.filter((at) => !taken.has(at)), ...found.filter((at) => taken.has(at))]
    .slice(0, beyond(find, calls, spec))
    .toSorted((a, b) => a - b)
}

const tooLong = (expected: number, actual: number): Finding => ({
  path: "tool_calls",
  expected,
  actual,
  reason: `${actual} calls where the golden path has ${expected}`
})

const missing = (steps: ReadonlyArray<ToolName>, calls: ReadonlyArray<ToolCall>): ReadonlyArray<number> =>
  leftOut(steps.length, calls.length, (step, at) => isCallOf(steps[step]!, calls[at]!))
