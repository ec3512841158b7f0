/**
 * `recovery`: each run notices a broken tool in time and recovers from it.
 *
 * A run in which no call met the fault has no verdict.
 */
import type * as Duration from "effect/Duration"
import type { Fault } from "../../base/domain/plan/Fault.ts"
import type { Expectations } from "../../base/domain/matching/Matcher.ts"
import type { RunDefinition } from "../../base/domain/verdict/Metric.ts"
import type { Tool } from "../../base/domain/plan/Tool.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import { type Injects, injects, type Uses } from "../dsl/facts.ts"
import { madeBy } from "../dsl/flawed.ts"
import { expectations, type Gate, gate, gateFrom } from "../dsl/gate.ts"
import { type OptionNames, withOptions } from "../dsl/gateOptions.ts"
import { atMost, equals } from "../dsl/matchers.ts"
import { millis } from "../dsl/millis.ts"
import { recovery as measureRecovery, type Report as RecoveryReport } from "../metrics/recovery.ts"
import { markOf, recoveryMarks, type Spec as MarksSpec, throughText } from "../metrics/recoveryMarks.ts"
import { either, fields, flag, kind, optional } from "../../base/std/kinds.ts"
import { toolData, toolsKind, usesAll } from "./toolData.ts"

export interface RecoveryOptions<Name extends string, Server extends string = string> {
  readonly from: Fault<Name, string>
  /** The longest time until the agent notices the fault. */
  readonly maxDetection: Duration.Input
  /** The longest time until the agent recovers; default no limit. */
  readonly maxRecovery?: Duration.Input
  /** Whether noticing too late fails even if the agent recovers; default true. */
  readonly requireCleanTimeout?: boolean
  /** Counts it as recovery if the agent ends its turn normally after it has noticed. */
  readonly accept?: "clean stop"
  /** Which calls count as recovery: those of the tool that was broken, or of these tools; default any successful call. */
  readonly through?: "same tool" | ReadonlyArray<Tool<Server, string, any>>
}

/**
 * Each run notices an injected fault in time and recovers from it.
 *
 * ```ts
 * const hungForecast = fault("hung-forecast", weather.tools.get_forecast, hang)
 *
 * asks.pipe(
 *   faults(hungForecast),
 *   recovery({ from: hungForecast, maxDetection: "3 seconds", maxRecovery: "5 seconds" })
 * )
 * ```
 */
export const recovery = <const Name extends string, Server extends string = never>(
  options: RecoveryOptions<Name, Server>,
  expect: Expectations<Report> = {}
): Gate<Injects<Name> | Uses<Server>> =>
  gateFrom("recovery", [...optionsKind(options, "what it is given"), ...expectations(expect, "expect")], () =>
    recoveryOf(options, expect)
  )

/** Durations are read by `millis`, and the plan refuses what is none. */
const optionsKind = fields({
  from: madeBy("fault"),
  requireCleanTimeout: optional(flag),
  accept: optional(kind('"clean stop"', (value) => value === "clean stop")),
  through: optional(
    either(
      '"same tool" or a list of tools',
      toolsKind,
      kind("", (value) => value === "same tool")
    )
  )
})

const recoveryOf = <const Name extends string, Server extends string = never>(
  options: RecoveryOptions<Name, Server>,
  expect: Expectations<Report>
): Gate<Injects<Name> | Uses<Server>> => {
  const { accept, from, maxDetection, maxRecovery, requireCleanTimeout = true, through } = options
  const made = gate<Injects<Name> | Uses<Server>>(
    injects(from.name),
    ...usesAll<Server>(typeof through === "object" ? through : [])
  )(
    definition,
    {
      from: from.name,
      max_detection_ms: millis(maxDetection),
      ...(maxRecovery !== undefined && { max_recovery_ms: millis(maxRecovery) }),
      ...(accept !== undefined && { accept }),
      ...(through !== undefined && { through: typeof through === "object" ? through.map(toolData) : through })
    },
    {
      recovered: equals(true),
      ...(maxRecovery !== undefined && { time_to_recovery_ms: atMost(millis(maxRecovery)) }),
      ...(requireCleanTimeout && { clean_timeout: equals(true) }),
      ...expect
    }
  )
  return withOptions(options, names, made)
}

const names: OptionNames<RecoveryOptions<string>> = {
  from: true,
  maxDetection: true,
  maxRecovery: true,
  requireCleanTimeout: true,
  accept: true,
  through: true
}

interface Spec extends MarksSpec {
  readonly max_detection_ms: number
  readonly max_recovery_ms?: number
}

type Report = { readonly [Target in keyof Omit<RecoveryReport, "passed">]: RecoveryReport[Target] | undefined }

const definition: RunDefinition<Spec, Report> = {
  name: "recovery",
  scope: "run",
  targets: {
    recovered: "boolean",
    clean_timeout: "boolean",
    time_to_detection_ms: "milliseconds",
    time_to_recovery_ms: "milliseconds",
    user_visible_hang_ms: "milliseconds"
  },
  measure: (trace, spec) => {
    const marks = recoveryMarks(trace, spec)
    return typeof marks === "string" ? unknown : measureRecovery(marks, { maxDetectionMs: spec.max_detection_ms })
  },
  expect: { recovered: equals(true), clean_timeout: equals(true) },
  patience: (spec) => spec.max_detection_ms,
  absent: (target, report) => (target === "time_to_recovery_ms" && report.recovered === false ? "fail" : "none"),
  check: (spec) => [
    ...(spec.max_detection_ms > 0 && Number.isFinite(spec.max_detection_ms) ? [] : ["maxDetection is not a duration"]),
    ...(spec.max_recovery_ms === undefined || (spec.max_recovery_ms > 0 && Number.isFinite(spec.max_recovery_ms))
      ? []
      : ["maxRecovery is not a duration"]),
    ...(spec.through?.length === 0 ? ["through names no tool, so no run could recover"] : [])
  ],
  explain: (trace, spec, report) => {
    const place = { ...callOf(trace, spec), reason: reasonOf(trace, spec, report) }
    return { recovered: [place], clean_timeout: [place], time_to_recovery_ms: [place], time_to_detection_ms: [place] }
  },
  describe: (report, spec) => `from ${spec.from}: ${summaryOf(report, spec)}`
}

const unknown: Report = {
  recovered: undefined,
  clean_timeout: undefined,
  time_to_detection_ms: undefined,
  time_to_recovery_ms: undefined,
  user_visible_hang_ms: undefined
}

const callOf = (trace: Trace, spec: Spec) => {
  const mark = markOf(trace, spec)
  return mark === undefined ? {} : { call_id: mark.call_id }
}

const reasonOf = (trace: Trace, spec: Spec, report: Report): string => {
  const marks = recoveryMarks(trace, spec)
  if (typeof marks === "string") return marks
  const clock = trace.clock.kind === "wall" ? " (on the wall clock)" : ""
  return `${summaryOf(report, spec)}; noticing may take ${spec.max_detection_ms} ms${clock}`
}

const summaryOf = (
  { recovered, time_to_detection_ms: noticed, time_to_recovery_ms: over }: Report,
  spec: Spec
): string => {
  if (recovered === undefined) return "not met"
  const noticing = noticed === undefined ? "never noticed" : `noticed after ${noticed} ms`
  return `${noticing}, ${over === undefined ? `not recovered${throughText(spec)}` : `recovered after ${over} ms`}`
}
