/**
 * What is different from the baseline, in one cell.
 */
import type { Entry, Overview } from "../Overview.ts"
import type { Measures } from "../../../edges/report/deltas.ts"
import { el, withCommas } from "./dom.ts"
import { mark, section } from "./marks.ts"

export const deltaView = ({ delta }: Entry, { baseline }: Overview): HTMLElement | undefined => {
  if (delta === undefined || baseline === undefined) return undefined
  const { after, before, differences, obstacles = [], shows } = delta
  return section(
    "Since the baseline",
    baseline.name,
    before !== undefined && table(before, after),
    shows !== undefined &&
      el(
        "p",
        { class: "shows" },
        "A comparison of the runs, with 95 % confidence: ",
        el("b", {}, shows),
        obstacles.length === 0 ? "." : `: ${obstacles.join("; ")}.`
      ),
    differences.length === 0
      ? el("p", { class: "hint" }, "Nothing is different.")
      : el("ul", { class: "differences" }, ...differences.map((one) => el("li", {}, one)))
  )
}

const table = (before: Measures, after: Measures): HTMLElement =>
  el(
    "div",
    { class: "scroll" },
    el(
      "table",
      { class: "delta" },
      el(
        "thead",
        {},
        el("tr", {}, ...["", "Baseline", "Now", "Difference"].map((name) => el("th", { scope: "col" }, name)))
      ),
      el(
        "tbody",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "row" }, "Verdict"),
          el("td", {}, mark(before.verdict)),
          el("td", {}, mark(after.verdict)),
          el("td", {}, before.verdict === after.verdict ? "the same" : "another")
        ),
        el(
          "tr",
          {},
          el("th", { scope: "row" }, "Passed runs"),
          el("td", {}, passes(before)),
          el("td", {}, passes(after)),
          el("td", {}, percentagePoints(before, after))
        ),
        row("Tokens of a run, median", before.tokens, after.tokens),
        row("Calls of a run, median", before.calls, after.calls)
      )
    )
  )

const row = (name: string, before: number | undefined, after: number | undefined): HTMLElement =>
  el(
    "tr",
    {},
    el("th", { scope: "row" }, name),
    ...[before, after].map((value) => el("td", {}, value === undefined ? "not known" : withCommas(value))),
    el("td", {}, before === undefined || after === undefined ? "" : signed(after - before))
  )

const passes = ({ passes: passed, runs }: Measures): string => `${withCommas(passed)} of ${withCommas(runs)}`

const percentagePoints = (before: Measures, after: Measures): string => {
  if (before.runs === 0 || after.runs === 0) return ""
  const points = Math.round((after.passes / after.runs - before.passes / before.runs) * 1000) / 10
  return points === 0 ? "the same" : `${signed(points)} points`
}

const signed = (difference: number): string =>
  difference === 0 ? "the same" : `${difference > 0 ? "+" : "−"}${withCommas(Math.abs(difference))}`
