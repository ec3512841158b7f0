/**
 * The page over a report: builds it, and handles the address, the keys and the controls.
 *
 * The address says what is open: `#3` is the cell at index 3 of the overview, `#3.7` its run 7.
 */
import { cellView, suiteView, unreadView } from "./cellView.ts"
import { keepingLast, type ReportSource } from "./data.ts"
import { el } from "./dom.ts"
import { drawer } from "./drawer.ts"
import { help } from "./help.ts"
import { cellList } from "./cellList.ts"
import { printable } from "./print.ts"
import { nextTheme, verdictBar } from "./verdictBar.ts"

export const showReport = (source: ReportSource): void => {
  const { overview } = source
  const read = keepingLast(source.read)
  const bar = verdictBar(overview)
  const list = cellList(overview)
  const run = drawer()
  const keys = help()
  const detail = el("div", { class: "detail" })
  let shown = -1
  let failuresOnly = false

  /** Cells are unpacked in their own time: one that comes after another was asked for is not drawn. */
  const showCell = (at: number): Promise<void> => {
    const entry = overview.entries[at]
    if (entry === undefined) return Promise.resolve()
    shown = at
    return read(at).then((cell) => {
      if (shown !== at) return
      detail.replaceChildren(
        cell === undefined
          ? suiteView(entry)
          : typeof cell === "string"
            ? unreadView(entry, cell)
            : cellView({ at, entry, cell }, overview, failuresOnly)
      )
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

  const toggleFailures = (): void => {
    failuresOnly = !failuresOnly
    bar.failures.setAttribute("aria-pressed", String(failuresOnly))
    list.filter(bar.search.value, failuresOnly)
    void showCell(shown)
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
    f: toggleFailures,
    t: nextTheme,
    j: () => cell(1),
    k: () => cell(-1),
    "[": () => step(-1),
    "]": () => step(1),
    "?": () => keys.showModal()
  }

  document.body.append(bar.element, el("div", { class: "columns" }, list.element, detail), run.element, keys)
  run.element.addEventListener("close", () => {
    if (location.hash.includes(".")) location.hash = String(shown)
  })
  run.element.addEventListener("click", (event) => {
    if (event.target === run.element) run.element.close()
  })
  bar.search.addEventListener("input", () => list.filter(bar.search.value, failuresOnly))
  bar.failures.addEventListener("click", toggleFailures)
  addEventListener("hashchange", () => void follow())
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const act = shortcuts[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  })
  list.filter("", false)
  void follow().then(() => printable(source))
}

/** Any other address opens the first cell, which is red if any cell is. */
const address = (): { readonly at: number; readonly index?: number } => {
  const [, at, index] = /^#(\d+)(?:\.(\d+))?$/.exec(location.hash) ?? []
  return { at: Number(at ?? 0), ...(index !== undefined && { index: Number(index) }) }
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
