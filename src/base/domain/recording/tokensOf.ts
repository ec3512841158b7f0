/**
 * The tokens that a run is known to have used.
 */
import type { Exchange } from "./Cassette.ts"
import type { FingerprintParts } from "../plan/Plan.ts"
import type { RunResult } from "./Run.ts"
import type { Tokens } from "../trace/Trace.ts"

export const tokensOf = (result: RunResult): number =>
  "trace" in result ? (result.trace.conversation.tokens?.total ?? 0) : 0

/** Those of the model that plays the user, if there is one; left out if those of an answer are not known. */
export const userTokens = (
  { user }: FingerprintParts,
  exchanges: ReadonlyArray<Exchange>
): { readonly user_tokens?: Tokens } => {
  if (user === undefined) return {}
  let [input, output] = [0, 0]
  for (const one of exchanges) {
    if (one.kind !== "user") continue
    input += one.answer?.usage?.input ?? Number.NaN
    output += one.answer?.usage?.output ?? Number.NaN
  }
  return Number.isNaN(input + output) ? {} : { user_tokens: { input, output, total: input + output } }
}
