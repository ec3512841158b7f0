/**
 * A list that has elements for the visible rows only, so that ten thousand rows scroll fast. Arrow keys go from row to row.
 */
import { el } from "./dom.ts"

export interface ListOptions {
  readonly label: string
  readonly rowHeight: number
  /** Must return an element that can be focused. */
  readonly row: (at: number) => HTMLElement
}

export interface VirtualList {
  readonly element: HTMLElement
  /** Renders `count` rows from scratch. */
  readonly show: (count: number) => void
  readonly reveal: (at: number) => void
}

/** Rows beyond each edge that have elements too. */
const READY = 8

export const virtualList = ({ label, row, rowHeight }: ListOptions): VirtualList => {
  const inner = el("div", { class: "rows", role: "list" })
  const element = el("div", { class: "virtual", role: "group", "aria-label": label, tabindex: -1 }, inner)
  const rows = new Map<number, HTMLElement>()
  let count = 0

  const place = (at: number): HTMLElement => {
    const known = rows.get(at)
    if (known !== undefined) return known
    const item = el("div", { class: "item", role: "listitem", "aria-setsize": count, "aria-posinset": at + 1 }, row(at))
    item.style.top = `${at * rowHeight}px`
    item.style.height = `${rowHeight}px`
    rows.set(at, item)
    inner.append(item)
    return item
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

  return {
    element,
    reveal,
    show: (rowCount) => {
      count = rowCount
      rows.clear()
      inner.replaceChildren()
      inner.style.height = `${count * rowHeight}px`
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
