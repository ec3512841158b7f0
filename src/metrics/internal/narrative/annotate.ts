/**
 * The closing words with every claim in its place: the calls that it means, and whether they bear it out.
 */
import type { ReadClaim, ReadNarrative } from "../../../domain/Analysis.ts"
import type { Trace } from "../../../domain/Trace.ts"
import { told } from "./claims.ts"
import { matches } from "./comparison.ts"
import { type Item, review, storyOf } from "./items.ts"
import { unmentioned } from "./mentions.ts"
import { nameOf } from "./recorded.ts"
import { tokensOf } from "./stem.ts"

export const annotate = (trace: Trace): ReadNarrative => {
  const { text } = storyOf(trace)
  const flagged = new Map(review(trace, {}).items.map((item) => [item.start, item]))
  const names = trace.tool_calls.map((call) => tokensOf(nameOf(call)))
  const claims = Array.from(told(text), (claim): ReadClaim => {
    const flaw = flagged.get(claim.start)
    return {
      start: claim.start,
      end: flaw?.end ?? claim.end,
      is: flaw === undefined ? "matched" : outcomes[flaw.kind],
      calls: [...names.keys()].filter((at) => matches(claim, names[at]!)),
      ...(flaw !== undefined && { reason: flaw.reason })
    }
  })
  return { text, claims, unmentioned: unmentioned(trace.tool_calls, text) }
}

const outcomes: Readonly<Record<Item["kind"], ReadClaim["is"]>> = {
  claimed_but_absent: "absent",
  claimed_but_failed: "failed",
  arg_mismatch: "mismatched",
  present_but_unclaimed: "absent"
}
