/**
 * The expected marks of every kind of fault, at and around the call timeout: a reference that is independent of the
 * interpreter.
 */
import {
  denied,
  disconnect,
  error,
  type FaultKind,
  hang,
  malformed,
  misleading,
  rateLimited,
  recoverAfter,
  replyAfterCancel,
  schemaDrift,
  slow,
  truncated,
  wedged
} from "passhat"
import type { FaultMark } from "../../src/domain/Trace.ts"

/** How long the agent waits for a call. */
export const BUDGET = 3_000

/** What has to come of two calls, one after the other, of which the first meets the fault. */
export interface Reference {
  readonly detected?: number
  readonly recovered?: number
  readonly late?: number
  readonly total: number
}
const unanswered: Reference = { detected: BUDGET, recovered: BUDGET, total: BUDGET }
const inTime = (ms: number): Reference => ({ recovered: ms, total: ms })

export const kinds: ReadonlyArray<readonly [string, FaultKind, Reference]> = [
  ["hang", hang, unanswered],
  ["wedged", wedged, unanswered],
  ["recover after 1", recoverAfter(1), unanswered],
  ["slow, just in time", slow(BUDGET - 1), inTime(BUDGET - 1)],
  ["slow, at the last moment", slow(BUDGET), inTime(BUDGET)],
  ["slow, a moment too late", slow(BUDGET + 1), unanswered],
  ["reply after cancel, just in time", replyAfterCancel(BUDGET - 1), inTime(BUDGET - 1)],
  ["reply after cancel, at the last moment", replyAfterCancel(BUDGET), inTime(BUDGET)],
  ["reply after cancel, a moment too late", replyAfterCancel(BUDGET + 1), { ...unanswered, late: BUDGET + 1 }],
  ["an hour", slow("1 hour"), unanswered],
  ["error", error("boom"), { detected: 0, recovered: 0, total: 0 }],
  ["rate limit", rateLimited("2 seconds"), { detected: 0, recovered: 0, total: 0 }],
  ["denied", denied, { detected: 0, recovered: 0, total: 0 }],
  ["disconnect", disconnect, { detected: 0, recovered: 0, total: 0 }],
  ["misleading", misleading("All is well."), { detected: 0, recovered: 0, total: 0 }],
  ["malformed", malformed, { recovered: 0, total: 0 }],
  ["truncated", truncated, { recovered: 0, total: 0 }],
  ["schema drift", schemaDrift, { recovered: 0, total: 0 }]
]

/** The mark of a fault called `broken` that the first call of a run meets. */
export const markOf = (kind: FaultKind, { detected, late, recovered }: Reference): FaultMark => ({
  fault: "broken",
  call_id: "c1",
  kind: kind.kind,
  start_ms: 0,
  ...(detected !== undefined && { detected_ms: detected }),
  ...(recovered !== undefined && { recovered_ms: recovered }),
  ...(detected !== undefined &&
    recovered !== undefined && { recovered_through: [{ server: "weather", name: "get_weather", ms: recovered }] }),
  ...(late !== undefined && { late_reply_ms: late })
})
