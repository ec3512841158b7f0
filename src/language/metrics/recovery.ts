/**
 * Recovery: how long a fault of a tool delayed the agent, and whether the agent recovered.
 *
 * Marks are milliseconds on one clock. A mark before the call, or one that is not finite, counts as absent.
 */

export interface Marks {
  readonly callStart: number
  readonly detectedAt?: number | undefined
  readonly recoveredAt?: number | undefined
}

export interface Options {
  /** The timeout budget of the call. */
  readonly maxDetectionMs: number
  /** Default: no limit. */
  readonly maxRecoveryMs?: number
  /** Whether a fault that was detected too late fails, even if the agent recovered. Default: false. */
  readonly requireCleanTimeout?: boolean
}

export interface Report {
  readonly time_to_detection_ms: number | undefined
  readonly time_to_recovery_ms: number | undefined
  /** Until the fault was detected or had ended, whichever came first; the budget if neither happened. */
  readonly user_visible_hang_ms: number
  readonly recovered: boolean
  /** The fault was detected within the budget, or ended within it without being detected. */
  readonly clean_timeout: boolean
  readonly passed: boolean
}

/**
 * How long a fault of a tool delayed the agent, and whether the agent recovered in time.
 *
 * ```ts
 * import { recovery } from "passhat/metrics"
 *
 * const marks = { callStart: 0, detectedAt: 2_000, recoveredAt: 5_000 }
 * recovery(marks, { maxDetectionMs: 3_000, maxRecoveryMs: 10_000 }).passed // true
 * ```
 */
export const recovery = (marks: Marks, options: Options): Report => {
  const detection = elapsed(marks.callStart, marks.detectedAt)
  const end = elapsed(marks.callStart, marks.recoveredAt)
  const recoveredInTime = isWithin(end, options.maxRecoveryMs ?? Infinity)
  const clean_timeout = isWithin(detection ?? end, options.maxDetectionMs)
  return {
    time_to_detection_ms: detection,
    time_to_recovery_ms: end,
    user_visible_hang_ms: earlier(detection, end) ?? options.maxDetectionMs,
    recovered: end !== undefined,
    clean_timeout,
    passed: recoveredInTime && (clean_timeout || options.requireCleanTimeout !== true)
  }
}

const elapsed = (from: number, to: number | undefined): number | undefined =>
  to !== undefined && [from, to].every(Number.isFinite) && to >= from ? to - from : undefined

const isWithin = (ms: number | undefined, budget: number): boolean => ms !== undefined && ms <= budget

const earlier = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b)
