/**
 * A list that has elements for the visible rows only, so that ten thousand rows scroll fast. Arrow keys go from row to row.
 */
import { el, withCommas } from "./dom.ts"

export interface ListOptions {
  readonly label: string
  readonly rowHeight: number
  /** Must return an element that can be focused. */
  readonly row: (at: number) => HTMLElement
  /** Whether all rows are there while the page is printed. */
  readonly isPrinted?: boolean
}

export interface VirtualList {
  readonly element: HTMLElement
  /** Renders `count` rows from scratch. */
  readonly show: (count: number) => void
  /** Puts rows before the first. What is in sight, and what has the focus, stays where it is, except at the very top. */
  readonly grow: (added: number) => void
  readonly reveal: (at: number) => void
}

/** Rows beyond each edge that have elements too. */
const READY = 8
/** Rows that are printed. */
const MOST_PRINTED = 500

export const virtualList = ({ isPrinted = false, label, row, rowHeight }: ListOptions): VirtualList => {
  const inner = el("div", { class: "rows", role: "list" })
  const element = el("div", { class: "virtual", role: "group", "aria-label": label, tabindex: -1 }, inner)
  const rows = new Map<number, HTMLElement>()
  let count = 0

  const place = (at: number): HTMLElement => {
    const known = rows.get(at)
    if (known !== undefined) return known
    const item = el("div", { class: "item", role: "listitem" }, row(at))
    item.style.height = `${rowHeight}px`
    // In the order of the rows: who reads or tabs through them goes from one to the next.
    const after = [...rows.keys()].filter((other) => other > at)
    inner.insertBefore(item, rows.get(Math.min(...after)) ?? null)
    put(item, at)
    return item
  }

  const put = (item: HTMLElement, at: number): void => {
    item.setAttribute("aria-setsize", String(count))
    item.setAttribute("aria-posinset", String(at + 1))
    item.style.top = `${at * rowHeight}px`
    rows.set(at, item)
  }

  const clear = (): void => {
    rows.clear()
    inner.replaceChildren()
  }

  const update = (): void => {
    const first = Math.max(0, Math.floor(element.scrollTop / rowHeight) - READY)
    const last = Math.min(count, Math.ceil((element.scrollTop + (element.clientHeight || 800)) / rowHeight) + READY)
    for (const [at, item] of rows) {
      if ((at < first || at >= last) && !item.contains(document.activeElement)) {
        item.remove()
        rows.delete(at)
      }
    }
    for (let at = first; at < last; at++) place(at)
  }

  const reveal = (at: number): void => {
    const top = at * rowHeight
    if (top < element.scrollTop) element.scrollTop = top
    const bottom = top + rowHeight - element.clientHeight
    if (bottom > element.scrollTop) element.scrollTop = bottom
    update()
  }

  element.addEventListener("scroll", () => requestAnimationFrame(update), { passive: true })
  element.addEventListener("keydown", (event) => {
    const from = [...rows].find(([, item]) => item.contains(document.activeElement))?.[0]
    const to = from === undefined ? undefined : target(event.key, from, count)
    if (to === undefined) return
    event.preventDefault()
    reveal(to)
    place(to).querySelector<HTMLElement>("a, button")?.focus({ preventScroll: true })
  })
  new ResizeObserver(update).observe(element)

  if (isPrinted) {
    addEventListener("beforeprint", () => {
      clear()
      for (let at = 0; at < Math.min(count, MOST_PRINTED); at++) place(at)
      const rest = count - MOST_PRINTED
      if (rest > 0) inner.append(el("p", { class: "hint" }, `${withCommas(rest)} more are not printed.`))
    })
    addEventListener("afterprint", () => {
      clear()
      update()
    })
  }

  return {
    element,
    reveal,
    show: (rowCount) => {
      count = rowCount
      clear()
      inner.style.height = `${count * rowHeight}px`
      update()
    },
    grow: (added) => {
      const stays = element.scrollTop > 0 || element.contains(document.activeElement)
      const known = [...rows]
      count += added
      rows.clear()
      for (const [at, item] of known) put(item, at + added)
      inner.style.height = `${count * rowHeight}px`
      if (stays) element.scrollTop += added * rowHeight
      update()
    }
  }
}

const target = (key: string, from: number, count: number): number | undefined => {
  const to = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    Home: 0,
    End: count - 1,
    PageDown: from + 10,
    PageUp: from - 10
  }[key]
  return to === undefined || count === 0 ? undefined : Math.max(0, Math.min(count - 1, to))
}
