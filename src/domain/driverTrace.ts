/**
 * The recorded trace of a user's own agent, as it is judged.
 */
import { withCallIds } from "./callIds.ts"
import type { Trace } from "./Trace.ts"

export const driverTrace = (trace: Trace): Trace => {
  const { calls, results } = withCallIds(trace.tool_calls, trace.tool_results)
  return { ...trace, tool_calls: calls, tool_results: results }
}
