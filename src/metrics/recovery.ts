/**
 * Recovery: how long a broken tool held the agent up, and whether the agent found a way on.
 *
 * Marks are milliseconds on one clock. A mark before the call, or one that is no number, never happened.
 */

export interface Marks {
  readonly callStart: number
  readonly detectedAt?: number | undefined
  readonly recoveredAt?: number | undefined
}

export interface Options {
  /** The timeout budget of the call. */
  readonly maxDetectionMs: number
  /** Unbounded unless said. */
  readonly maxRecoveryMs?: number
  /** Whether a fault noticed too late fails, even when the agent recovered from it. */
  readonly requireCleanTimeout?: boolean
}

/** What a suite can gate on. */
export interface Report {
  readonly time_to_detection_ms: number | undefined
  readonly time_to_recovery_ms: number | undefined
  /** Until the fault was detected or over, whichever came first; the budget when neither happened. */
  readonly user_visible_hang_ms: number
  readonly recovered: boolean
  /** The fault was detected within the budget, or was over within it without anybody having to notice. */
  readonly clean_timeout: boolean
  readonly passed: boolean
}

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
