/**
 * How long an agent waited for its model and its tools, as it was recorded.
 */
import type { Exchange } from "./Cassette.ts"

/** Undefined if an exchange was not timed: unrecorded is not zero. Of the calls of one answer the longest counts, since they run in parallel. */
export const recordedMs = (exchanges: ReadonlyArray<Exchange>): number | undefined => {
  let [before, longest] = [0, 0]
  for (const { kind, latency_ms } of exchanges) {
    // The time of a simulated user is not the agent's.
    if (kind === "user") [before, longest] = [before + longest, 0]
    else if (latency_ms === undefined) return undefined
    else if (kind === "tool") longest = Math.max(longest, latency_ms)
    else [before, longest] = [before + longest + latency_ms, 0]
  }
  return before + longest
}
