/**
 * The final response of a run, with each claim marked by whether the calls support it.
 */
import type { ReadClaim, ReadNarrative } from "../../../base/domain/verdict/Analysis.ts"
import type { Trace } from "../../../base/domain/trace/Trace.ts"
import { type Child, el } from "./dom.ts"

const signs: Readonly<Record<ReadClaim["is"], string>> = {
  matched: "✓",
  absent: "✕",
  failed: "!",
  mismatched: "≠",
  unverifiable: "?"
}
const words: Readonly<Record<ReadClaim["is"], string>> = {
  matched: "a call bears it out",
  absent: "no call did it",
  failed: "its calls failed",
  mismatched: "called with another value",
  unverifiable: "no call decides it"
}

export const narrativeView = ({ claims, text, unmentioned }: ReadNarrative, trace: Trace): HTMLElement => {
  const callName = (at: number): string => `${at + 1}. ${trace.tool_calls[at]?.name ?? ""}`
  const parts: Array<Child> = []
  let from = 0
  for (const claim of claims.toSorted((a, b) => a.start - b.start)) {
    if (claim.start < from) continue
    const calls = claim.calls.map(callName).join(", ")
    const said = `${words[claim.is]}${calls === "" ? "" : `: ${calls}`}${claim.reason === undefined ? "" : `. ${claim.reason}`}`
    parts.push(
      text.slice(from, claim.start),
      el(
        "mark",
        { class: `said ${claim.is}`, title: said },
        text.slice(claim.start, claim.end),
        el(
          "sup",
          { "aria-label": said },
          `${signs[claim.is]}${claim.calls
            .slice(0, 3)
            .map((at) => at + 1)
            .join(",")}`
        )
      )
    )
    from = claim.end
  }
  parts.push(text.slice(from))
  return el(
    "div",
    { class: "narrative" },
    el(
      "blockquote",
      {},
      ...(text.trim() === "" ? [el("span", { class: "hint" }, "It closed without a word.")] : parts)
    ),
    el(
      "ul",
      { class: "key-line" },
      ...[...new Set(claims.map(({ is }) => is))].map((is) =>
        el("li", {}, el("mark", { class: `said ${is}` }, signs[is]), words[is])
      ),
      claims.length === 0 && text.trim() !== "" && el("li", {}, "It claims no action.")
    ),
    unmentioned.length > 0 &&
      el(
        "p",
        { class: "hint" },
        `Called, but not mentioned: ${unmentioned.slice(0, 12).map(callName).join(", ")}${unmentioned.length > 12 ? ", ..." : ""}`
      )
  )
}
