/**
 * The tokens that a run is known to have used.
 */
import type { RunResult } from "./Run.ts"

export const tokensOf = (result: RunResult): number =>
  "trace" in result ? (result.trace.conversation.tokens?.total ?? 0) : 0
