/**
 * The page over a report: builds it, and handles the address, the keys and the controls.
 */
import { isDifferent, isRedEntry } from "../Overview.ts"
import { cellList } from "./cellList.ts"
import { cellView, coverageView, nowhereView, suiteView, unreadView } from "./cellView.ts"
import { type ReportSource, isRedRun, keepingLast } from "./data.ts"
import { el } from "./dom.ts"
import { drawer } from "./drawer.ts"
import { filterPanel } from "./filterPanel.ts"
import { type Place, linkTo, placeOf } from "./place.ts"
import { printable } from "./print.ts"
import { NOTHING, type SearchResult, searcher } from "./search.ts"
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
  let opened: number | undefined
  let found: SearchResult = NOTHING

  const place = (): Place => placeOf(location.hash, overview.entries)
  const addressOf = (at: number): string => overview.entries[at]?.address ?? ""

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

  const showNowhere = (what: string): Promise<void> => {
    shown = -1
    list.select(-1)
    detail.replaceChildren(nowhereView(what))
    run.element.close()
    return Promise.resolve()
  }

  /** The address may change while a cell is read: then what it led to before is not shown. */
  const follow = (): Promise<void> => {
    const now = place()
    detail.querySelector(":scope > .missing")?.remove()
    if ("missing" in now) return showNowhere(now.missing)
    const { at, run: index } = now
    const asked = location.hash
    const drawn =
      at === shown
        ? Promise.resolve()
        : showCell(at).then(() => {
            if (location.hash !== "") detail.scrollIntoView({ block: "start" })
          })
    return drawn
      .then(() => read(at))
      .then((cell) => {
        if (location.hash !== asked) return
        const one = typeof cell === "object" ? cell.runs.find((each) => each.index === index) : undefined
        opened = one?.index
        if (typeof cell === "object" && one !== undefined) return run.show(addressOf(at), cell, one)
        run.element.close()
        if (index !== undefined)
          detail.prepend(el("p", { class: "missing", role: "alert" }, `This cell has no run #${index}.`))
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
    if (!run.element.open) return
    void read(shown).then((cell) => {
      const runs = typeof cell === "object" ? cell.runs : []
      const next = runs[runs.findIndex((one) => one.index === opened) + by]?.index
      if (next !== undefined) location.hash = linkTo(addressOf(shown), next)
    })
  }

  const cell = (by: 1 | -1): void => {
    const next = list.beside(shown, by)
    if (!run.element.open && next !== undefined) location.hash = linkTo(addressOf(next))
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
    const now = place()
    if ("run" in now && now.run === opened) location.hash = linkTo(addressOf(shown))
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

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement

const keys: ReadonlyArray<readonly [string, string]> = [
  ["j  k", "next and previous cell"],
  ["↑  ↓", "in a list, from row to row"],
  ["Enter", "open"],
  ["[  ]", "in a run, the one before and the next"],
  ["Esc", "close"],
  ["f", "failures only"],
  ["d", "only what is different from the baseline"],
  ["s", "filter runs, and search all transcripts"],
  ["/", "find a cell"],
  ["t", "light, dark, or as the system has it"],
  ["?", "these keys"]
]

export const help = (): HTMLDialogElement => {
  const close = el("button", { type: "button", class: "toggle" }, "Close")
  const dialog = el(
    "dialog",
    { class: "help", "aria-label": "Keys" },
    el("h2", {}, "Keys"),
    el("dl", {}, ...keys.flatMap(([key, word]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, word)])),
    close
  )
  close.addEventListener("click", () => dialog.close())
  return dialog
}
