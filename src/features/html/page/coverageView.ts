/**
 * What the runs reach of the servers' catalogues: a line in the bar of the page, which opens to the tools with something that no run reaches.
 */
import { coverageText, unreached } from "../../../edges/report/coverage/coverageText.ts"
import type { Overview } from "../Overview.ts"
import { el, withCommas } from "./dom.ts"

const MOST_TOOLS = 500

/** Undefined for a report without coverage. */
export const coverageView = ({ coverage }: Overview): HTMLElement | undefined => {
  if (coverage === undefined) return undefined
  const all = unreached(coverage)
  const rest = all.length - MOST_TOOLS
  return el(
    "details",
    { class: "coverage" },
    el("summary", {}, `Coverage: ${coverageText(coverage)}`),
    el(
      "ul",
      {},
      ...all.slice(0, MOST_TOOLS).map((text) => el("li", {}, text)),
      rest > 0 && el("li", {}, `and ${withCommas(rest)} more tools`)
    )
  )
}
