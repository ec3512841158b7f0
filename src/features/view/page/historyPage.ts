/**
 * The history of the project: how each cell has done over time, and since when one is worse.
 */
import type { Change, Trend, Trends } from "../../../base/domain/verdict/History.ts"
import { counted, draw, el } from "../../html/page/dom.ts"
import { mark, section } from "../../html/page/marks.ts"
import { type SvgNode, svgNode } from "../../html/plot/Svg.ts"
import { trendOfCells } from "../../html/cellTrend.ts"
import { trendView } from "../../html/page/trendView.ts"
import { unfold } from "../../html/page/more.ts"
import { ask } from "./ask.ts"
import { banner, bar, crumbs, keys } from "./frame.ts"

export const historyPage = async (): Promise<void> => {
  const find = el("input", { type: "search", placeholder: "Find a cell  /", "aria-label": "Find a cell" })
  const top = bar(crumbs("history"), find)
  const wrong = banner()
  const list = el("main", { class: "home" })
  document.title = "history · passhat view"
  document.body.append(top.element, wrong.element, list)
  const asked = await ask<Trends>("/api/history")
  if ("problem" in asked) return wrong.show(asked.problem)
  const { cells, confidence } = asked.value
  const overTime = trendOfCells(asked.value)
  const worse = cells.filter(({ alarm }) => alarm !== undefined)
  top.totals.textContent = `${counted(cells.length, "cell")}, ${worse.length} worse; a cell that never changes is ever called worse with a chance of at most ${Number((1 - confidence).toPrecision(6))}`
  const show = (): void => {
    const text = find.value.toLowerCase()
    const shown = [...worse, ...cells.filter(({ alarm }) => alarm === undefined)].filter(({ model, name, suite }) =>
      `${suite} ${name} ${model}`.toLowerCase().includes(text)
    )
    list.replaceChildren(
      section(
        "History",
        "A bar a row: how many runs passed. A line before it: something about the cell changed.",
        el("ul", {}, ...shown.slice(0, MOST).map((trend) => trendRow(trend, overTime)))
      )
    )
    if (shown.length > MOST) list.append(el("p", { class: "hint" }, `${shown.length - MOST} more: find them by name.`))
    if (shown.length === 0) list.append(el("p", { class: "hint" }, text === "" ? EMPTY : "No cell is called that."))
  }
  find.addEventListener("input", show)
  keys({ "/": () => find.focus() })
  show()
}

const MOST = 200
const EMPTY = "The history has no row yet. Add one with passhat run --history history."

const trendRow = (trend: Trend, overTime: ReturnType<typeof trendOfCells>): HTMLElement => {
  const { alarm, model, name, points, suite } = trend
  const last = points.at(-1)
  const rate = points.findLast((point) => point.rate !== undefined)?.rate
  const passed = rate === undefined ? "" : `${rate.passes} of ${rate.runs} passed last, `
  return el(
    "li",
    { class: "trend" },
    last !== undefined && mark(last.verdict),
    el(
      "span",
      { class: "about" },
      el("span", { class: "title" }, name),
      el("span", { class: "facts" }, `${suite} · ${model} · ${day(points[0]?.at)} to ${day(last?.at)}`)
    ),
    draw(bars(points)),
    el("span", { class: "facts" }, `${passed}${counted(points.length, "row")}`),
    unfold("Closer", () => [trendView(overTime(trend.cell))], "closer"),
    alarm !== undefined &&
      el(
        "p",
        { class: "alarm" },
        `Worse since ${day(alarm.since)}: ${alarm.before.passes} of ${alarm.before.runs} passed before, ${alarm.after.passes} of ${alarm.after.runs} since. ${changedText(alarm.changed)}`
      )
  )
}

const changedText = (changed: ReadonlyArray<Change>): string =>
  changed.length === 0 ? "Nothing that passhat knows of changed then." : `What changed then: ${changed.join(", ")}.`

const day = (at = ""): string => at.slice(0, 10)

const [WIDTH, HEIGHT, MOST_BARS] = [9, 40, 60]

/** A bar a row: its height is the rate. A line before a bar says that something about the cell changed. */
const bars = (points: Trend["points"]): SvgNode => {
  const shown = points.slice(-MOST_BARS)
  return svgNode(
    "svg",
    {
      width: Math.max(1, shown.length * WIDTH),
      height: HEIGHT + 2,
      role: "img",
      "aria-label": "Pass rates",
      class: "trend-bars"
    },
    ...shown.flatMap(({ at, changed, rate, verdict }, place): ReadonlyArray<SvgNode> => {
      const share = rate === undefined ? 0 : rate.passes / rate.runs
      const height = Math.max(2, share * HEIGHT)
      const title = `${day(at)}: ${rate === undefined ? "no verdict" : `${rate.passes} of ${rate.runs}`}${changed.length > 0 ? `; changed: ${changed.join(", ")}` : ""}`
      return [
        svgNode(
          "rect",
          { x: place * WIDTH + 2, y: HEIGHT - height + 1, width: WIDTH - 3, height, class: `bar ${verdict}` },
          svgNode("title", {}, title)
        ),
        ...(changed.length > 0 && place > 0
          ? [svgNode("rect", { x: place * WIDTH, y: 0, width: 1, height: HEIGHT + 2, class: "changed-line" })]
          : [])
      ]
    })
  )
}
