/**
 * One call of an agent to a tool, within the time that a call may take.
 */
import * as Effect from "effect/Effect"
import { budgetOf, timedOut } from "../agentLoop/faults.ts"
import type { AskedCall, ToolAnswer } from "../../base/domain/recording/Cassette.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { Infrastructure } from "../services/Infrastructure.ts"
import type { ToolSession } from "../services/ToolHub.ts"
import { waitingFor } from "../services/Waits.ts"

/** Cancels a call that takes too long. The agent then gets an answer that says so. */
export const callWithTimeout = (
  { behaviour }: Cell,
  session: ToolSession,
  call: AskedCall
): Effect.Effect<ToolAnswer, Infrastructure> => {
  const duration = budgetOf(behaviour)
  return session
    .call(call)
    .pipe(
      Effect.timeoutOrElse({ duration, orElse: () => Effect.succeed(timedOut(duration)) }),
      waitingFor("tool", call.server === "" ? call.name : `${call.server}/${call.name}`)
    )
}
