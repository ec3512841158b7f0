/**
 * The agent's last message with the position of every claim, the calls that the claim means, and whether they match it.
 */
import type { ReadClaim, ReadNarrative } from "../../base/domain/verdict/Analysis.ts"
import type { Offer } from "../../base/domain/verdict/Metric.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import { type NarrativeItem, review } from "./internal/narrative/review.ts"

export const annotateNarrative = (trace: Trace, offer: Offer = { offered: [], complete: true }): ReadNarrative => {
  const { claims, text, unmentioned } = review(trace, {}, offer)
  return {
    text,
    claims: claims.map(({ calls, end, flaws: [flaw], start }) => ({
      start,
      end: flaw?.end ?? end,
      is: flaw === undefined ? "matched" : outcomes[flaw.kind],
      calls,
      ...(flaw !== undefined && { reason: flaw.reason })
    })),
    unmentioned
  }
}

const outcomes: Readonly<Record<NarrativeItem["kind"], ReadClaim["is"]>> = {
  claimed_but_absent: "absent",
  claimed_but_failed: "failed",
  arg_mismatch: "mismatched",
  unverifiable: "unverifiable",
  present_but_unclaimed: "absent"
}
