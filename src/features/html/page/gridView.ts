/**
 * Every run as a row of coloured tool calls, aligned with the most frequent sequence of calls.
 */
import type { RunVerdict } from "../../../base/domain/verdict/Verdict.ts"
import { type Grid, gridOf, type GridRow } from "../grid.ts"
import { gridRow, type Look, lookOf, ROW_HEIGHT, toolName } from "../plot/gridRow.ts"
import { draw, el, withCommas } from "./dom.ts"
import { mark, section } from "./marks.ts"
import { linkTo } from "./place.ts"
import { virtualList } from "./virtualList.ts"

/** With more runs, equal runs share a row at first. */
const MANY = 40

export const gridView = (address: string, runs: ReadonlyArray<RunVerdict>): HTMLElement | undefined => {
  if (!runs.some(({ trace }) => trace !== undefined)) return undefined
  let together = runs.length > MANY
  let grid = gridOf(runs, together)
  let look = lookOf(grid)
  const list = virtualList({
    label: "Runs by calls",
    rowHeight: ROW_HEIGHT,
    row: (index) => rowView(address, grid, grid.rows[index]!, look)
  })
  const toggle = el("button", { type: "button", class: "toggle", "aria-pressed": String(together) }, "Group equal runs")
  const show = (): void => {
    toggle.setAttribute("aria-pressed", String(together))
    list.element.style.height = `${Math.min(12, grid.rows.length) * ROW_HEIGHT + 18}px`
    list.element.style.setProperty("--calls", `${grid.columns.length * (look.boxWidth + 4) + 130}px`)
    list.show(grid.rows.length)
  }
  toggle.addEventListener("click", () => {
    together = !together
    grid = gridOf(runs, together)
    look = lookOf(grid)
    show()
  })
  show()
  return section(
    "Runs by calls",
    "A row per run, aligned with the way most runs took. A dot is a usual call that was not made.",
    el("div", { class: "tools-bar" }, legend(grid, look), runs.length > 1 && toggle),
    el("div", { class: "grid" }, list.element),
    grid.cut > 0 &&
      el("p", { class: "hint" }, `The last ${withCommas(grid.cut)} calls of the longest run are not drawn.`)
  )
}

const rowView = (address: string, grid: Grid, row: GridRow, look: Look): HTMLElement => {
  const [first = 0] = row.runs
  const calls = row.calls.map(({ failed, tool }) => `${toolName(tool)}${failed ? " (failed)" : ""}`)
  const name = row.runs.length === 1 ? `#${first}` : `${withCommas(row.runs.length)} ×`
  const heard = `${row.runs.length === 1 ? `Run ${first}` : `${row.runs.length} runs like run ${first}`}: ${calls.join(", ") || "no calls"}`
  return el(
    "a",
    { class: "grid-row", href: linkTo(address, first), "aria-label": `${heard}. ${row.verdict}` },
    mark(row.verdict),
    el("span", { class: "run" }, name),
    draw(gridRow(grid, row, look)),
    row.calls.length === 0 && el("span", { class: "hint" }, "no calls")
  )
}

const legend = ({ tools }: Grid, { colours, letters }: Look): HTMLElement =>
  el(
    "ul",
    { class: "legend" },
    ...tools
      .slice(0, 24)
      .map((tool) =>
        el(
          "li",
          {},
          el("span", { class: `key tool-${colours.get(tool) ?? 0}` }, letters.get(tool) ?? ""),
          toolName(tool)
        )
      ),
    el("li", {}, el("span", { class: "key struck" }, "!"), "failed"),
    el("li", {}, el("span", { class: "key differs" }), "other arguments"),
    el("li", {}, el("span", { class: "key beside" }), "beside the usual way")
  )
