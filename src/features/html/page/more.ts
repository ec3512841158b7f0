/**
 * Shows the first `at` items of a list, and a button that shows the next ones. An item may be a function that makes it: of ten thousand
 * items, those that are shown exist.
 */
import { type Child, append, el, withCommas } from "./dom.ts"

export type ListItem = HTMLElement | (() => HTMLElement)

export const more = (items: ReadonlyArray<ListItem>, at: number, around: Around = (button) => button): Shown => {
  const shown = items.slice(0, at).map((item) => (typeof item === "function" ? item() : item))
  const rest = items.length - at
  if (rest <= 0) return shown
  const button = el("button", { type: "button", class: "more" }, `${withCommas(rest)} more`)
  const last = around(button)
  button.addEventListener("click", () => last.replaceWith(...more(items.slice(at), NEXT, around)))
  return [...shown, last]
}

type Shown = ReadonlyArray<HTMLElement>
type Around = (button: HTMLElement) => HTMLElement

/** Items that the button shows. */
const NEXT = 200

/** In a table the button is a row. */
export const inRow = (button: HTMLElement): HTMLElement => el("tr", {}, el("td", { colspan: 99 }, button))

/** Something that is closed at first, and made when it is opened. */
export const unfold = (name: string, parts: () => ReadonlyArray<Child>, look?: string): HTMLElement => {
  const details = el("details", { class: look }, el("summary", { class: "hint" }, name))
  details.addEventListener("toggle", () => details.childElementCount === 1 && append(details, parts()), { once: true })
  return details
}
