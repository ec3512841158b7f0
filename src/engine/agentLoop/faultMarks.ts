/**
 * What the calls of a run say about its faults: when each was met, noticed and got over.
 */
import type { FaultMark } from "../../base/domain/trace/Trace.ts"
import { toolKey } from "../../base/domain/trace/callKey.ts"
import type { Faulted } from "./faults.ts"

/** One call on the clock of its run. */
export interface TimedCall {
  readonly call_id: string
  readonly server: string
  readonly name: string
  readonly start_ms: number
  readonly end_ms: number
  /** When it started and ended among all that happened: what starts side by side is not told apart by milliseconds. */
  readonly started: number
  readonly ended: number
  /** Answered without an error. */
  readonly ok: boolean
  /** The agent's patience ended first. */
  readonly timed_out: boolean
  readonly faulted?: Faulted
}

/**
 * A fault is got over with the first call that starts once it was noticed and is answered without an error. A server that
 * hangs of itself is marked like one that was made to, under the name `timeout`.
 */
export const marksOf = (calls: ReadonlyArray<TimedCall>): ReadonlyArray<FaultMark> =>
  calls.flatMap((call) => {
    const { faulted } = call
    if (faulted === undefined && !call.timed_out) return []
    const detected_ms = call.ok ? undefined : call.end_ms
    const through = detected_ms === undefined ? [] : recoveriesAfter(calls, call.ended)
    const recovered_ms = detected_ms === undefined ? call.end_ms : through[0]?.ms
    return [
      {
        fault: faulted?.fault.name ?? "timeout",
        call_id: call.call_id,
        kind: faulted?.fault.kind.kind ?? "timeout",
        start_ms: call.start_ms,
        ...(detected_ms !== undefined && { detected_ms }),
        ...(recovered_ms !== undefined && { recovered_ms }),
        ...(through.length > 0 && { recovered_through: through }),
        ...(faulted?.late_ms !== undefined && { late_reply_ms: call.start_ms + faulted.late_ms })
      }
    ]
  })

/** The first good call of each tool that started after the fault was noticed. */
const recoveriesAfter = (
  calls: ReadonlyArray<TimedCall>,
  noticed: number
): NonNullable<FaultMark["recovered_through"]> => {
  const good = new Map<string, TimedCall>()
  for (const call of calls) {
    if (call.ok && call.started > noticed && !good.has(toolKey(call))) good.set(toolKey(call), call)
  }
  return Array.from(good.values(), ({ end_ms, name, server }) => ({ server, name, ms: end_ms }))
}
