/**
 * A list that begins short: what does not fit at first comes when it is asked for, a part at a time.
 */
import { el, grouped } from "./dom.ts"

export const more = (items: ReadonlyArray<HTMLElement>, at: number, next = 200): ReadonlyArray<HTMLElement> => {
  const rest = items.length - at
  if (rest <= 0) return items
  const button = el("button", { type: "button", class: "more" }, `${grouped(rest)} more`)
  button.addEventListener("click", () => button.replaceWith(...more(items.slice(at), next)))
  return [...items.slice(0, at), button]
}
