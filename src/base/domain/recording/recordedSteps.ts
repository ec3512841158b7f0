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
