/**
 * The list of cells, red cells first: the name, the verdicts of the runs, and the red gates.
 */
import type { Measures } from "../../../edges/report/deltas.ts"
import { type Entry, type Overview, isDifferent, isRedEntry } from "../Overview.ts"
import { draw, el, withCommas } from "./dom.ts"
import { mark, pill } from "./marks.ts"
import { linkTo } from "./place.ts"
import { virtualList } from "./virtualList.ts"
import { groupsOf } from "../../../edges/report/text/bars.ts"
import { type SvgNode, round, svgNode } from "../plot/Svg.ts"

export interface CellList {
  readonly element: HTMLElement
  /** Shows the entries whose names contain the text, of those that are to be kept. */
  readonly filter: (text: string, isKept: (entry: Entry, at: number) => boolean) => void
  readonly select: (at: number) => void
  /** The index of the shown entry before or after one. */
  readonly beside: (at: number, step: 1 | -1) => number | undefined
}

const ROW = 80

export const cellList = ({ entries, notices }: Overview): CellList => {
  let shown: ReadonlyArray<number> = [...entries.keys()]
  let selected = -1
  const list = virtualList({
    label: "Cells",
    rowHeight: ROW,
    row: (at) => row(entries[shown[at] ?? 0]!, shown[at] === selected)
  })
  const empty = el("p", { class: "empty", hidden: true })
  const notes = notices.map(({ hint, message }) => el("p", {}, message, " ", el("span", { class: "hint" }, hint)))
  const element = el(
    "nav",
    { class: "cell-list", "aria-label": "Cells" },
    list.element,
    empty,
    notes.length > 0 && el("details", { class: "notices" }, el("summary", {}, `${notes.length} noticed`), ...notes)
  )
  return {
    element,
    filter: (text, isKept) => {
      const wanted = text.toLowerCase()
      shown = [...entries.keys()].filter((at) => {
        const { model = "", name, suite } = entries[at]!
        return isKept(entries[at]!, at) && `${suite} ${name} ${model}`.toLowerCase().includes(wanted)
      })
      empty.hidden = shown.length > 0
      empty.textContent =
        wanted !== ""
          ? "No cell is called that."
          : entries.some(isRedEntry)
            ? "No cell is like that."
            : "Nothing is red."
      list.show(shown.length)
    },
    select: (at) => {
      selected = at
      list.show(shown.length)
      if (shown.includes(at)) list.reveal(shown.indexOf(at))
    },
    beside: (at, step) => shown[shown.indexOf(at) + step]
  }
}

const row = (entry: Entry, selected: boolean): HTMLElement => {
  const { agent, delta, file, issues, kind, model, name, red, runs, strip, suite, verdict, worse_since } = entry
  // The names of cases are long: the model comes first where it is not cut off.
  const [title, where] =
    entry.case === undefined ? [name, `${suite} · ${model ?? ""}`] : [agent ?? name, `${model ?? ""} · ${suite}`]
  const all = runs.pass + runs.fail + runs.none
  const reasons = [...issues.map(({ code }) => code), ...red]
  return el(
    "a",
    {
      class: "entry",
      href: linkTo(entry.address),
      title: `${suite} · ${name}${model === undefined ? "" : ` · ${model}`}`,
      "aria-current": selected ? "true" : undefined
    },
    mark(verdict),
    el(
      "span",
      { class: "about" },
      el("span", { class: "title" }, title),
      el(
        "span",
        { class: "state" },
        draw(runStrip(strip)),
        all > 0 && el("span", {}, `${withCommas(runs.pass)}/${withCommas(all)}`),
        worse_since !== undefined && el("span", { class: "worse", title: `Worse since ${worse_since}` }, "▾ worse"),
        isDifferent(entry) && el("span", { class: "changed" }, wasText(delta?.before)),
        ...reasons.slice(0, 1).map((reason) => pill(verdict, reason)),
        reasons.length > 1 && el("span", {}, `+${reasons.length - 1}`),
        el("span", { class: "where" }, kind === "suite" ? (file ?? "") : where)
      )
    )
  )
}

/** What the cell was in the baseline. */
const wasText = (before: Measures | undefined): string =>
  before === undefined ? "new" : `≠ was ${withCommas(before.passes)}/${withCommas(before.runs)}`

const [WIDTH, HEIGHT, PLACES] = [96, 14, 32]

/** The height of the bar of a green run. */
const LOW = 6

/** The height at which the smallest share can be seen. */
const LEAST = 1

const verdicts = { p: "pass", f: "fail", n: "none" } as const

/** `letters` has a p, f or n per run. */
export const runStrip = (letters: string): SvgNode => {
  const groups = groupsOf(
    [...letters].map((letter) => verdicts[letter as keyof typeof verdicts]),
    PLACES
  )
  const step = Math.min(7, WIDTH / Math.max(1, groups.length))
  return svgNode(
    "svg",
    { width: round(Math.max(1, groups.length * step)), height: HEIGHT, "aria-hidden": "true", class: "strip" },
    ...groups.flatMap(({ fail, none, pass }, at) => {
      const all = fail + none + pass
      const bar = (height: number, kind: string): SvgNode =>
        svgNode("rect", {
          x: round(at * step),
          y: round(HEIGHT - height),
          width: round(Math.max(1, step - 1.5)),
          height: round(height),
          class: `bar ${kind}`
        })
      const part = (runs: number): number => Math.max(LEAST, (runs / all) * HEIGHT)
      return [
        ...(pass > 0 ? [bar(letters.length > PLACES ? HEIGHT : LOW, "pass")] : []),
        ...(none > 0 ? [bar(part(none + fail), "none")] : []),
        ...(fail > 0 ? [bar(part(fail), "fail")] : [])
      ]
    })
  )
}
