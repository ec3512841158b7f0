/**
 * Two reports, or two recordings, that are chosen to be compared: the one that was chosen first is the baseline.
 */
import { el } from "../../html/page/dom.ts"
import { address } from "./frame.ts"

type Kind = "report" | "recording"

export const chosenPair = () => {
  let chosen: ReadonlyArray<readonly [Kind, string]> = []
  const text = el("span", { class: "pair-text" })
  const open = el("a", { class: "toggle", hidden: true }, "Compare")
  const none = el("button", { type: "button", class: "quiet" }, "Choose others")
  const element = el("div", { class: "chosen-pair", role: "status", hidden: true }, text, open, none)

  const boxes = (): NodeListOf<HTMLInputElement> => document.querySelectorAll<HTMLInputElement>("input[data-pair]")

  const draw = (): void => {
    const [first, second] = chosen
    element.hidden = first === undefined
    for (const box of boxes()) box.checked = chosen.some(([kind, file]) => keyOf(kind, file) === box.dataset["pair"])
    if (first === undefined) return
    text.replaceChildren(
      el("b", {}, first[1]),
      second === undefined ? ` is the baseline: choose another ${first[0]}.` : " as the baseline of ",
      ...(second === undefined ? [] : [el("b", {}, second[1])])
    )
    open.hidden = second === undefined
    if (second !== undefined) open.setAttribute("href", address({ [second[0]]: second[1], baseline: first[1] }))
  }

  const toggle = (kind: Kind, file: string): void => {
    const others = chosen.filter(([of, one]) => of === kind && one !== file)
    chosen = chosen.some(([of, one]) => of === kind && one === file)
      ? others
      : [...others, [kind, file] as const].slice(-2)
    draw()
  }

  none.addEventListener("click", () => {
    chosen = []
    draw()
  })
  return {
    element,
    box: (kind: Kind, file: string): HTMLElement => {
      const box = el("input", { type: "checkbox", "data-pair": keyOf(kind, file), "aria-label": `Compare ${file}` })
      box.checked = chosen.some(([of, one]) => of === kind && one === file)
      box.addEventListener("change", () => toggle(kind, file))
      return el("label", { class: "choose", title: "Choose two to compare" }, box)
    }
  }
}

const keyOf = (kind: Kind, file: string): string => `${kind} ${file}`
