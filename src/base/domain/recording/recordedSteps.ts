/**
 * The steps of the agent in a recorded run, for reports that show how long each took. What the user says is none of them.
 */
import type { Exchange } from "./Cassette.ts"
import type { RecordedStep } from "./RecordedStep.ts"

export const recordedSteps = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<RecordedStep> =>
  exchanges.flatMap((exchange): ReadonlyArray<RecordedStep> => {
    if (exchange.kind === "user") return []
    const timed = exchange.latency_ms === undefined ? {} : { ms: exchange.latency_ms }
    if (exchange.kind === "model") {
      const { model } = exchange.answer
      return [{ by: "model", ...timed, ...(model !== undefined && { model }) }]
    }
    const { answer, call } = exchange
    const failed = answer.is_error || answer.timed_out
    return [{ by: "tool", server: call.server, name: call.name, ...timed, ...(failed && { failed: true as const }) }]
  })

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
