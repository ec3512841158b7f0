/**
 * The page over a report: builds it, and handles the address, the keys and the controls.
 *
 * The address says what is open: `#3` is the cell at index 3 of the overview, `#3.7` its run 7.
 */
import { isDifferent, isRedEntry } from "../Overview.ts"
import { cellList } from "./cellList.ts"
import { cellView, suiteView, unreadView } from "./cellView.ts"
import { coverageView } from "./coverageView.ts"
import { isRedRun, keepingLast, type ReportSource } from "./data.ts"
import { el } from "./dom.ts"
import { drawer } from "./drawer.ts"
import { filterPanel } from "./filterPanel.ts"
import { help } from "./help.ts"
import { printable } from "./print.ts"
import { type SearchResult, NOTHING, searcher } from "./search.ts"
import { nextTheme, verdictBar } from "./verdictBar.ts"

export const showReport = (source: ReportSource): void => {
  const { overview } = source
  const read = keepingLast(source.read)
  const { around = {} } = source
  const bar = verdictBar(overview, around.name?.())
  const list = cellList(overview)
  const run = drawer(around.ofRun)
  const keys = help()
  const detail = el("div", { class: "detail" })
  let shown = -1
  let found: SearchResult = NOTHING

  const isOn = (button: HTMLElement): boolean => button.getAttribute("aria-pressed") === "true"

  const filterList = (): void =>
    list.filter(
      bar.search.value,
      (entry, at) =>
        (!isOn(bar.failures) || isRedEntry(entry)) &&
        (!isOn(bar.different) || isDifferent(entry)) &&
        (!found.isActive || found.matches.has(at))
    )

  const search = searcher(source, (now) => {
    found = now
    panel.show(now)
    filterList()
    if (now.read === now.toRead) void showCell(shown)
  })
  const panel = filterPanel(overview, () => search(panel.query()))

  /** Cells are unpacked in their own time: one that comes after another was asked for is not drawn. */
  const showCell = (at: number): Promise<void> => {
    const entry = overview.entries[at]
    if (entry === undefined) return Promise.resolve()
    shown = at
    return read(at).then((cell) => {
      if (shown !== at) return
      if (typeof cell !== "object") {
        detail.replaceChildren(cell === undefined ? suiteView(entry) : unreadView(entry, cell))
      } else {
        const matches = found.matches.get(at)
        const runs = cell.runs.filter(
          (one) => (!isOn(bar.failures) || isRedRun(one)) && (!found.isActive || matches?.has(one.index) === true)
        )
        const view = cellView({ at, entry, cell }, overview, runs)
        const more = around.ofCell?.({ at, entry, cell })
        if (more !== undefined) view.querySelector(".heading")?.after(more)
        detail.replaceChildren(view)
      }
      list.select(at)
    })
  }

  const follow = (): Promise<void> => {
    const { at, index } = address()
    const drawn =
      at === shown
        ? Promise.resolve()
        : showCell(at).then(() => {
            if (location.hash !== "") detail.scrollIntoView({ block: "start" })
          })
    return drawn
      .then(() => read(at))
      .then((cell) => {
        const now = address()
        if (now.at !== at || now.index !== index) return
        const opened = typeof cell === "object" ? cell.runs.find((one) => one.index === index) : undefined
        if (typeof cell === "object" && opened !== undefined) run.show(at, cell, opened)
        else if (run.element.open) run.element.close()
      })
  }

  const toggle = (button: HTMLElement): void => {
    button.setAttribute("aria-pressed", String(!isOn(button)))
    filterList()
    void showCell(shown)
  }

  const toggleFilter = (): void => {
    const isShown = panel.element.hidden
    panel.element.hidden = !isShown
    bar.filter.setAttribute("aria-expanded", String(isShown))
    if (isShown) panel.element.querySelector("select")?.focus()
  }

  const step = (by: 1 | -1): void => {
    const { at, index } = address()
    void read(at).then((cell) => {
      const runs = typeof cell === "object" && run.element.open ? cell.runs : []
      const next = runs[runs.findIndex((one) => one.index === index) + by]?.index
      if (next !== undefined) location.hash = `${at}.${next}`
    })
  }

  const cell = (by: 1 | -1): void => {
    const next = list.beside(shown, by)
    if (!run.element.open && next !== undefined) location.hash = String(next)
  }

  const shortcuts: Readonly<Record<string, () => void>> = {
    "/": () => bar.search.focus(),
    f: () => toggle(bar.failures),
    d: () => overview.baseline !== undefined && toggle(bar.different),
    s: toggleFilter,
    t: nextTheme,
    j: () => cell(1),
    k: () => cell(-1),
    "[": () => step(-1),
    "]": () => step(1),
    "?": () => keys.showModal()
  }

  const coverage = coverageView(overview)
  if (coverage !== undefined) bar.element.append(coverage)
  document.body.append(
    bar.element,
    panel.element,
    el("div", { class: "columns" }, list.element, detail),
    run.element,
    keys
  )
  run.element.addEventListener("close", () => {
    if (location.hash.includes(".")) location.hash = String(shown)
  })
  run.element.addEventListener("click", (event) => {
    if (event.target === run.element) run.element.close()
  })
  bar.search.addEventListener("input", filterList)
  bar.failures.addEventListener("click", () => toggle(bar.failures))
  bar.different.addEventListener("click", () => toggle(bar.different))
  bar.filter.addEventListener("click", toggleFilter)
  addEventListener("hashchange", () => void follow())
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const act = shortcuts[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  })
  filterList()
  void follow().then(() => printable(source))
}

/** Any other address opens the first cell, which is red if any cell is. */
const address = (): { readonly at: number; readonly index?: number } => {
  const [, at, index] = /^#(\d+)(?:\.(\d+))?$/.exec(location.hash) ?? []
  return { at: Number(at ?? 0), ...(index !== undefined && { index: Number(index) }) }
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
