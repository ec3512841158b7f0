/**
 * The table of a fault matrix: an agent under each kind of fault, on each of its tools.
 */
import type { Entry } from "../Overview.ts"
import { el } from "./dom.ts"
import { mark, section } from "./marks.ts"
import { linkTo } from "./place.ts"

export const matrixView = (at: number, table: string, entries: ReadonlyArray<Entry>): HTMLElement => {
  const cells = [...entries.entries()].filter(([, { matrix }]) => matrix?.table === table)
  const names = (side: "row" | "column"): ReadonlyArray<string> =>
    [...new Set(cells.map(([, { matrix }]) => matrix?.[side] ?? ""))].toSorted()
  const place = (row: string, column: string): HTMLElement => {
    const [index, entry] = cells.find(([, { matrix }]) => matrix?.row === row && matrix.column === column) ?? []
    if (index === undefined || entry === undefined) return el("td", {})
    return el(
      "td",
      {},
      el("a", { href: linkTo(entry.address), "aria-current": index === at ? "true" : undefined }, mark(entry.verdict))
    )
  }
  return section(
    table,
    "The same agent under every fault.",
    el(
      "div",
      { class: "scroll" },
      el(
        "table",
        { class: "matrix" },
        el("thead", {}, el("tr", {}, el("th", {}), ...names("column").map((name) => el("th", { scope: "col" }, name)))),
        el(
          "tbody",
          {},
          ...names("row").map((row) =>
            el("tr", {}, el("th", { scope: "row" }, row), ...names("column").map((column) => place(row, column)))
          )
        )
      )
    )
  )
}
