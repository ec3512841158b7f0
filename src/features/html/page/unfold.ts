/**
 * Something that is closed at first, and made when it is opened.
 */
import { append, type Child, el } from "./dom.ts"

export const unfold = (name: string, parts: () => ReadonlyArray<Child>, look?: string): HTMLElement => {
  const details = el("details", { class: look }, el("summary", { class: "hint" }, name))
  details.addEventListener("toggle", () => details.childElementCount === 1 && append(details, parts()), { once: true })
  return details
}
