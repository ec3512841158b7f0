/**
 * The printed page: the overview and, for every cell that is not green, its evidence. Controls and scrolling lists are left
 * out.
 *
 * A browser does not wait while it prints, so the cells are unpacked beforehand, one after the other.
 */
import { type Overview, isRedEntry } from "../Overview.ts"
import { suiteView } from "./cellView.ts"
import type { ReportSource } from "./data.ts"
import { deltaView } from "./deltaView.ts"
import { el } from "./dom.ts"
import { whyView } from "./evidenceView.ts"
import { mark } from "./marks.ts"
import { pairsView } from "./pairsView.ts"
import { onPaper, runsOnPaper } from "./paper.ts"
import { rateView } from "./rateView.ts"
import { trendView } from "./trendView.ts"
import type { CellVerdict } from "../../../base/domain/verdict/Verdict.ts"
import { besideCosts, cellCost } from "../../../edges/report/text/costText.ts"
import { snapshotsOf } from "../times.ts"

/** Red cells that are printed. */
const MOST_CELLS = 50

export const printable = ({ overview, read }: ReportSource): void => {
  const { entries } = overview
  const red = [...entries.entries()].filter(([, entry]) => isRedEntry(entry)).slice(0, MOST_CELLS)
  const ready: Array<HTMLElement> = []
  let isWhole = false
  const prepare = ([at, entry]: (typeof red)[number]): Promise<void> =>
    read(at).then((cell) => {
      if (typeof cell !== "object") return void ready.push(cell === undefined ? suiteView(entry) : el("p", {}, cell))
      const parts = [
        el("h2", {}, mark(cell.verdict), cell.name),
        aboutView(cell),
        deltaView(entry, overview),
        entry.delta?.differences.length === 0 ? undefined : pairsView(at, entry, cell),
        whyView(entry.address, cell),
        rateView(cell),
        trendView(cell.trend),
        overview.heading === undefined ? undefined : runsOnPaper(cell)
      ]
      ready.push(...parts.filter((part) => part !== undefined))
    })
  const paper = onPaper(() => [
    list(overview),
    ...ready.map(asOnScreen),
    ...(isWhole
      ? []
      : [el("p", { class: "missing" }, "Some red cells were still being unpacked. Print the page again.")])
  ])
  void red
    .reduce((before, one) => before.then(() => prepare(one)), Promise.resolve())
    .then(() => {
      isWhole = true
      paper.dataset["ready"] = ""
    })
}

/** The two runs that are chosen on the screen are those on paper. */
const asOnScreen = (part: HTMLElement): HTMLElement => {
  const shown = document.querySelector<HTMLElement>("#cell .two-runs")
  const twin = part.querySelector<HTMLElement>(`.two-runs[data-cell="${shown?.dataset["cell"]}"]`)
  if (shown !== null) twin?.replaceChildren(...shown.cloneNode(true).childNodes)
  return part
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

/** What a cell is about: what its agent was asked, when that was recorded, and which model answered, and what that cost. */
export const aboutView = (cell: CellVerdict): HTMLElement => {
  const { analysis, cost, recorded_at, runs } = cell
  const snapshots = snapshotsOf(runs)
  return el(
    "dl",
    { class: "about-cell" },
    ...(analysis?.prompt === undefined ? [] : term("Prompt", analysis.prompt)),
    ...(analysis?.turns ?? []).flatMap((turn, at) => term(`Turn ${at + 2}`, turn)),
    ...(analysis?.system === undefined ? [] : term("System", analysis.system)),
    ...term("Recorded", recordedText(recorded_at)),
    ...term("Snapshot", snapshots.length === 0 ? "none is named beside the model" : snapshots.join(", ")),
    ...(cost === undefined ? [] : term("Cost", [cellCost(cell), ...besideCosts(cost)].join("; ")))
  )
}

const term = (name: string, text: string): ReadonlyArray<HTMLElement> => [el("dt", {}, name), el("dd", {}, text)]

/** The recording says when, so that the page is the same whenever it is made. */
const recordedText = (time: string | undefined): string => {
  if (time === undefined) return "this report does not say when"
  if (time === "") return "by another program, and imported"
  const [, day, hour] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d\.\d{3}Z$/.exec(time) ?? []
  return day === undefined ? time : `${day} ${hour} UTC`
}
