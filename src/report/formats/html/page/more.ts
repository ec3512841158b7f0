/**
 * Shows the first `at` items of a list, and a button that shows the next ones.
 */
import { el, withCommas } from "./dom.ts"

export const more = (items: ReadonlyArray<HTMLElement>, at: number, next = 200): ReadonlyArray<HTMLElement> => {
  const rest = items.length - at
  if (rest <= 0) return items
  const button = el("button", { type: "button", class: "more" }, `${withCommas(rest)} more`)
  button.addEventListener("click", () => button.replaceWith(...more(items.slice(at), next)))
  return [...items.slice(0, at), button]
}
