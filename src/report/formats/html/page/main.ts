/**
 * The script of the page of `--reporter html`: builds the page and handles the address, the keys and the controls.
 *
 * The address says what is open: `#3` is the cell at index 3 of the overview, `#3.7` its run 7.
 */
import { cellView, suiteView } from "./cellView.ts"
import { coverageView } from "./coverageView.ts"
import { cellReader, readOverview } from "./data.ts"
import { el } from "./dom.ts"
import { drawer } from "./drawer.ts"
import { help } from "./help.ts"
import { cellList } from "./cellList.ts"
import { printable } from "./print.ts"
import { nextTheme, verdictBar } from "./verdictBar.ts"

const start = (): void => {
  const overview = readOverview()
  const read = cellReader()
  const bar = verdictBar(overview)
  const list = cellList(overview)
  const run = drawer()
  const keys = help()
  const detail = el("div", { class: "detail" })
  let shown = -1
  let failuresOnly = false

  const showCell = (at: number): void => {
    const entry = overview.entries[at]
    if (entry === undefined) return
    shown = at
    const cell = read(at)
    detail.replaceChildren(
      cell === undefined ? suiteView(entry) : cellView({ at, entry, cell }, overview, failuresOnly)
    )
    list.select(at)
  }

  const follow = (): void => {
    const { at, index } = address()
    if (at !== shown) {
      showCell(at)
      if (location.hash !== "") detail.scrollIntoView({ block: "start" })
    }
    const cell = index === undefined ? undefined : read(at)
    const opened = cell?.runs.find((one) => one.index === index)
    if (cell !== undefined && opened !== undefined) run.show(at, cell, opened)
    else if (run.element.open) run.element.close()
  }

  const toggleFailures = (): void => {
    failuresOnly = !failuresOnly
    bar.failures.setAttribute("aria-pressed", String(failuresOnly))
    list.filter(bar.search.value, failuresOnly)
    showCell(shown)
  }

  const step = (by: 1 | -1): void => {
    const { at, index } = address()
    const runs = read(at)?.runs ?? []
    const next = run.element.open ? runs[runs.findIndex((one) => one.index === index) + by]?.index : undefined
    if (next !== undefined) location.hash = `${at}.${next}`
  }

  const cell = (by: 1 | -1): void => {
    const next = list.beside(shown, by)
    if (!run.element.open && next !== undefined) location.hash = String(next)
  }

  const shortcuts: Readonly<Record<string, () => void>> = {
    "/": () => bar.search.focus(),
    f: toggleFailures,
    t: nextTheme,
    j: () => cell(1),
    k: () => cell(-1),
    "[": () => step(-1),
    "]": () => step(1),
    "?": () => keys.showModal()
  }

  const coverage = coverageView(overview)
  if (coverage !== undefined) bar.element.append(coverage)
  document.body.append(bar.element, el("div", { class: "columns" }, list.element, detail), run.element, keys)
  run.element.addEventListener("close", () => {
    if (location.hash.includes(".")) location.hash = String(shown)
  })
  run.element.addEventListener("click", (event) => {
    if (event.target === run.element) run.element.close()
  })
  bar.search.addEventListener("input", () => list.filter(bar.search.value, failuresOnly))
  bar.failures.addEventListener("click", toggleFailures)
  addEventListener("hashchange", follow)
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const act = shortcuts[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  })
  printable(overview, read)
  list.filter("", false)
  follow()
}

/** Any other address opens the first cell, which is red if any cell is. */
const address = (): { readonly at: number; readonly index?: number } => {
  const [, at, index] = /^#(\d+)(?:\.(\d+))?$/.exec(location.hash) ?? []
  return { at: Number(at ?? 0), ...(index !== undefined && { index: Number(index) }) }
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

start()
