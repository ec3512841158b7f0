/**
 * When an agent stopped waiting for a call without telling the session so: it raced the call against a timer of its own, say, and went on.
 *
 * Nothing but the next call shows it. The agent went on without the call if it
 * - returned its final response while the call was still open, or
 * - made the same call again, or reported another turn, before the time of the call was over.
 *
 * It stopped waiting no later than at the first call that began at a later time. Calls that begin at the same time run in parallel, and show
 * nothing about each other.
 */
import { callKey } from "../../base/domain/trace/callKey.ts"
import type { NotedCall } from "./sessionLog.ts"

/** The call with which the agent went on. Undefined if nothing shows that it did. */
export const nextAfter = (open: NotedCall, calls: ReadonlyArray<NotedCall>): NotedCall | undefined => {
  if (open.answer?.timed_out === false) return undefined
  const isUnheard = open.ended === undefined
  const later = calls.filter(
    ({ start_ms, started }) =>
      started > open.started && start_ms > open.start_ms && (isUnheard || started < (open.ended ?? 0))
  )
  return isUnheard
    ? later[0]
    : later.find((next) => next.reportedBefore > open.reportedBefore || callKey(next.call) === callKey(open.call))
}
