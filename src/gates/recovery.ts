/**
 * `recovery`: each run notices a broken tool in time and recovers from it.
 *
 * A run in which no call met the fault has no verdict.
 */
import type * as Duration from "effect/Duration"
import type { Fault } from "../domain/Fault.ts"
import type { Expectations } from "../domain/Matcher.ts"
import type { RunDefinition } from "../domain/Metric.ts"
import type { Trace } from "../domain/Trace.ts"
import { type Injects, injects } from "../dsl/facts.ts"
import { type Gate, gate } from "../dsl/gate.ts"
import { atMost, equals } from "../dsl/matchers.ts"
import { millis } from "../dsl/millis.ts"
import { type Marks, recovery as measureRecovery, type Report as RecoveryReport } from "../metrics/recovery.ts"

export interface RecoveryOptions<Name extends string> {
  readonly from: Fault<Name, string>
  /** The longest time until the agent notices the fault. */
  readonly maxDetection: Duration.Input
  /** The longest time until the agent recovers; default no limit. */
  readonly maxRecovery?: Duration.Input
  /** Whether noticing too late fails even if the agent recovers; default true. */
  readonly requireCleanTimeout?: boolean
  /** Counts it as recovery if the agent ends its turn normally after it has noticed. */
  readonly accept?: "clean stop"
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
export const recovery = <const Name extends string>(
  { accept, from, maxDetection, maxRecovery, requireCleanTimeout = true }: RecoveryOptions<Name>,
  expect: Expectations<Report> = {}
): Gate<Injects<Name>> =>
  gate(injects(from.name))(
    definition,
    {
      from: from.name,
      max_detection_ms: millis(maxDetection),
      ...(maxRecovery !== undefined && { max_recovery_ms: millis(maxRecovery) }),
      ...(accept !== undefined && { accept })
    },
    {
      recovered: equals(true),
      ...(maxRecovery !== undefined && { time_to_recovery_ms: atMost(millis(maxRecovery)) }),
      ...(requireCleanTimeout && { clean_timeout: equals(true) }),
      ...expect
    }
  )

interface Spec {
  readonly from: string
  readonly max_detection_ms: number
  readonly max_recovery_ms?: number
  readonly accept?: "clean stop"
}

type Report = { readonly [Target in keyof Omit<RecoveryReport, "passed">]: RecoveryReport[Target] | undefined }

const definition: RunDefinition<Spec, Report> = {
  name: "recovery",
  scope: "run",
  targets: {
    recovered: "flag",
    clean_timeout: "flag",
    time_to_detection_ms: "milliseconds",
    time_to_recovery_ms: "milliseconds",
    user_visible_hang_ms: "milliseconds"
  },
  measure: (trace, spec) => {
    const marks = marksOf(trace, spec)
    return marks === undefined ? notMet : measureRecovery(marks, { maxDetectionMs: spec.max_detection_ms })
  },
  expect: { recovered: equals(true), clean_timeout: equals(true) },
  patience: (spec) => spec.max_detection_ms,
  absent: (target, report) => (target === "time_to_recovery_ms" && report.recovered === false ? "fail" : "none"),
  check: (spec) => [
    ...(spec.max_detection_ms > 0 && Number.isFinite(spec.max_detection_ms) ? [] : ["maxDetection is not a duration"]),
    ...(spec.max_recovery_ms === undefined || (spec.max_recovery_ms > 0 && Number.isFinite(spec.max_recovery_ms))
      ? []
      : ["maxRecovery is not a duration"])
  ],
  explain: (trace, spec, report) => {
    const place = { ...callOf(trace, spec), reason: reasonOf(trace, spec, report) }
    return { recovered: [place], clean_timeout: [place], time_to_recovery_ms: [place], time_to_detection_ms: [place] }
  },
  describe: (report, spec) => `from ${spec.from}: ${summaryOf(report)}`
}

const notMet: Report = {
  recovered: undefined,
  clean_timeout: undefined,
  time_to_detection_ms: undefined,
  time_to_recovery_ms: undefined,
  user_visible_hang_ms: undefined
}

/** The first call that met the fault decides. A clean stop counts as recovery when the suite accepts it. */
const marksOf = (trace: Trace, spec: Spec): Marks | undefined => {
  const mark = trace.faults.find(({ fault }) => fault === spec.from)
  if (mark === undefined) return undefined
  const noticed = Number.isFinite(mark.detected_ms) && (mark.detected_ms ?? NaN) >= mark.start_ms
  const stopped =
    spec.accept === "clean stop" && trace.stop_reason === "end_turn" && noticed ? trace.clock.virtual_ms : undefined
  return { callStart: mark.start_ms, detectedAt: mark.detected_ms, recoveredAt: mark.recovered_ms ?? stopped }
}

const callOf = (trace: Trace, { from }: Spec) => {
  const mark = trace.faults.find(({ fault }) => fault === from)
  return mark === undefined ? {} : { call_id: mark.call_id }
}

const reasonOf = (trace: Trace, spec: Spec, report: Report): string =>
  report.recovered === undefined
    ? `no call of the run met the fault ${spec.from}, so it shows nothing`
    : `${summaryOf(report)}; noticing may take ${spec.max_detection_ms} ms${trace.clock.kind === "wall" ? " (on the wall clock)" : ""}`

const summaryOf = ({ recovered, time_to_detection_ms: noticed, time_to_recovery_ms: over }: Report): string =>
  recovered === undefined
    ? "not met"
    : `${noticed === undefined ? "never noticed" : `noticed after ${noticed} ms`}, ${over === undefined ? "not recovered" : `recovered after ${over} ms`}`
