/**
 * The printed page: the overview and, for every cell that is not green, its evidence. Controls and scrolling lists are left
 * out.
 */
import { isRedEntry, type Overview } from "../Overview.ts"
import { suiteView } from "./cellView.ts"
import type { ReadCell } from "./data.ts"
import { el } from "./dom.ts"
import { whyView } from "./evidenceView.ts"
import { mark } from "./marks.ts"
import { rateView } from "./rateView.ts"

/** Red cells that are printed. */
const MOST_CELLS = 50

export const printable = ({ entries }: Overview, read: ReadCell): void => {
  const paper = el("div", { class: "paper" })
  addEventListener("beforeprint", () => {
    const red = [...entries.entries()].filter(([, entry]) => isRedEntry(entry))
    paper.replaceChildren(
      el(
        "ul",
        {},
        ...entries
          .slice(0, 500)
          .map(({ name, runs, suite, verdict }) =>
            el("li", {}, mark(verdict), ` ${suite} · ${name} `, `${runs.pass}/${runs.pass + runs.fail + runs.none}`)
          )
      ),
      ...red.slice(0, MOST_CELLS).flatMap(([at, entry]) => {
        const cell = read(at)
        if (cell === undefined) return [suiteView(entry)]
        return [el("h2", {}, mark(cell.verdict), cell.name), whyView(at, cell), rateView(cell)].filter(
          (part) => part !== undefined
        )
      })
    )
    document.body.append(paper)
  })
  addEventListener("afterprint", () => paper.remove())
}
