/**
 * One call to a tool, as an agent gets it: an answer within the time that a call may take.
 */
import * as Effect from "effect/Effect"
import type { AskedCall, ToolAnswer } from "../domain/Cassette.ts"
import type { Cell } from "../domain/Plan.ts"
import type { Infrastructure } from "../services/Infrastructure.ts"
import type { ToolSession } from "../services/ToolHub.ts"

/** How long a call may take where neither the agent nor a gate says. */
const CALL_BUDGET_MS = 30_000

/** A call that takes too long is cancelled, and the agent is told so. */
export const answerTo = (
  cell: Cell,
  session: ToolSession,
  call: AskedCall
): Effect.Effect<ToolAnswer, Infrastructure> => {
  const { call_budget_ms, options } = cell.behaviour
  const duration = options.call_timeout_ms ?? call_budget_ms ?? CALL_BUDGET_MS
  return session.call(call).pipe(Effect.timeoutOrElse({ duration, orElse: () => Effect.succeed(timedOut(duration)) }))
}

const timedOut = (millis: number): ToolAnswer => ({
  is_error: true,
  content: [{ type: "text", text: `The tool did not answer within ${millis} ms.` }],
  timed_out: true
})
