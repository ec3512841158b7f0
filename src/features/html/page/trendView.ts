/**
 * How a cell did over time, by its history: drawn, in words if it is worse, and row by row.
 */
import type { Alarm, TrendRate } from "../../../base/domain/verdict/History.ts"
import { type CellTrend, dayOf } from "../cellTrend.ts"
import { percent } from "../plot/intervalPlot.ts"
import { trendPlot } from "../plot/trendPlot.ts"
import { counted, draw, el, withCommas } from "./dom.ts"
import { mark, section } from "./marks.ts"
import { inRow, more } from "./more.ts"

/** Rows of the table that are shown at first. */
const SHOWN = 20

/** Undefined for a cell that has no history. */
export const trendView = (trend: CellTrend | undefined): HTMLElement | undefined => {
  if (trend === undefined || trend.points.length === 0) return undefined
  const { alarm, error, older, points } = trend
  return section(
    "Over time",
    `${counted(points.length, "row")} of the history${older === 0 ? "" : `, and ${withCommas(older)} older`}. A dot is a row, with its interval of 95 %; a dashed line stands where something changed.`,
    alarm !== undefined && worseView(alarm),
    alarm === undefined &&
      el(
        "p",
        {},
        `Not worse than it was: a cell that never changes is ever called worse with a chance of at most ${error}.`
      ),
    draw(trendPlot(trend)),
    el(
      "details",
      {},
      el("summary", {}, "Row by row"),
      el(
        "div",
        { class: "scroll" },
        el(
          "table",
          { class: "trend-rows" },
          el(
            "thead",
            {},
            el("tr", {}, ...["Added", "Verdict", "Passed", "Changed"].map((name) => el("th", { scope: "col" }, name)))
          ),
          el(
            "tbody",
            {},
            ...more(
              points.toReversed().map((point) => () => pointRow(point)),
              SHOWN,
              inRow
            )
          )
        )
      )
    )
  )
}

const worseView = ({ after, before, changed, since }: Alarm): HTMLElement =>
  el(
    "p",
    { class: "worse" },
    el("b", {}, `Worse since ${dayOf(since)}: `),
    `it passed ${rateText(before)} before, and ${rateText(after)} since then. `,
    changed.length === 0 ? "Nothing that passhat knows of changed then." : `What changed then: ${changed.join(", ")}.`
  )

const pointRow = ({ at, changed, rate, verdict }: CellTrend["points"][number]): HTMLElement =>
  el(
    "tr",
    {},
    el("th", { scope: "row" }, at),
    el("td", {}, mark(verdict)),
    el("td", {}, rate === undefined ? "no run has a verdict" : rateText(rate)),
    el("td", {}, changed.join(", "))
  )

const rateText = ({ high, low, passes, runs }: TrendRate): string =>
  `${withCommas(passes)} of ${withCommas(runs)} (${percent(low)} to ${percent(high)})`
