/**
 * The agent's last message with the position of every claim, the calls that the claim means, and whether they match it.
 */
import type { ReadClaim, ReadNarrative } from "../domain/Analysis.ts"
import type { Trace } from "../domain/Trace.ts"
import { type Item, review } from "./internal/narrative/items.ts"
import { unprefixedName } from "./internal/toolCalls.ts"

export const annotateNarrative = (trace: Trace): ReadNarrative => {
  const { claims, text, unmentioned } = review(trace, {})
  const names = trace.tool_calls.map(unprefixedName)
  return {
    text,
    claims: claims.map(({ end, flaws: [flaw], start, tools }) => ({
      start,
      end: flaw?.end ?? end,
      is: flaw === undefined ? "matched" : outcomes[flaw.kind],
      calls: [...names.keys()].filter((at) => tools.some(({ name }) => name === names[at])),
      ...(flaw !== undefined && { reason: flaw.reason })
    })),
    unmentioned
  }
}

const outcomes: Readonly<Record<Item["kind"], ReadClaim["is"]>> = {
  claimed_but_absent: "absent",
  claimed_but_failed: "failed",
  arg_mismatch: "mismatched",
  present_but_unclaimed: "absent"
}
