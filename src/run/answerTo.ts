/**
 * One call to a tool, as an agent gets it: an answer within the time that a call may take.
 */
import * as Effect from "effect/Effect"
import type { AskedCall, ToolAnswer } from "../domain/Cassette.ts"
import type { Cell } from "../domain/Plan.ts"
import type { Infrastructure } from "../services/Infrastructure.ts"
import type { ToolSession } from "../services/ToolHub.ts"
import { budgetOf, timedOut } from "./faults.ts"

/** A call that takes too long is cancelled, and the agent is told so. */
export const answerTo = (
  { behaviour }: Cell,
  session: ToolSession,
  call: AskedCall
): Effect.Effect<ToolAnswer, Infrastructure> => {
  const duration = budgetOf(behaviour)
  return session.call(call).pipe(Effect.timeoutOrElse({ duration, orElse: () => Effect.succeed(timedOut(duration)) }))
}
