/**
 * The printed page: the overview and, for every cell that is not green, its evidence. Controls and scrolling lists are left
 * out.
 *
 * A browser does not wait while it prints, so the cells are unpacked beforehand, one after the other.
 */
import { isRedEntry, type Overview } from "../Overview.ts"
import { suiteView } from "./cellView.ts"
import type { ReportSource } from "./data.ts"
import { el } from "./dom.ts"
import { whyView } from "./evidenceView.ts"
import { mark } from "./marks.ts"
import { rateView } from "./rateView.ts"
import { trendView } from "./trendView.ts"

/** Red cells that are printed. */
const MOST_CELLS = 50

export const printable = ({ overview, read }: ReportSource): void => {
  const { entries } = overview
  const red = [...entries.entries()].filter(([, entry]) => isRedEntry(entry)).slice(0, MOST_CELLS)
  const ready: Array<HTMLElement> = []
  const paper = el("div", { class: "paper" })
  const prepare = ([at, entry]: (typeof red)[number]): Promise<void> =>
    read(at).then((cell) => {
      if (typeof cell !== "object") return void ready.push(cell === undefined ? suiteView(entry) : el("p", {}, cell))
      const parts = [
        el("h2", {}, mark(cell.verdict), cell.name),
        whyView(at, cell),
        rateView(cell),
        trendView(cell.trend)
      ]
      ready.push(...parts.filter((part) => part !== undefined))
    })
  void red
    .reduce((before, one) => before.then(() => prepare(one)), Promise.resolve())
    .then(() => (paper.dataset["ready"] = ""))
  addEventListener("beforeprint", () => {
    const isWhole = paper.dataset["ready"] !== undefined
    paper.replaceChildren(
      list(overview),
      ...ready,
      ...(isWhole
        ? []
        : [el("p", { class: "missing" }, "Some red cells were still being unpacked. Print the page again.")])
    )
    document.body.append(paper)
  })
  addEventListener("afterprint", () => paper.remove())
}

const list = ({ entries }: Overview): HTMLElement =>
  el(
    "ul",
    {},
    ...entries
      .slice(0, 500)
      .map(({ name, runs, suite, verdict }) =>
        el("li", {}, mark(verdict), ` ${suite} · ${name} `, `${runs.pass}/${runs.pass + runs.fail + runs.none}`)
      )
  )
