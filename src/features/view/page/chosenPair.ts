/**
 * Two reports, or two recordings, that are chosen to be compared: the one that was chosen first is the baseline.
 */
import { el } from "../../html/page/dom.ts"
import { address } from "./frame.ts"
import { section } from "../../html/page/marks.ts"
import type { Job, ListedFile, Summary } from "../Api.ts"
import { type Answered, ask } from "./ask.ts"

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

const words: Readonly<Record<Job["state"], string>> = { running: "running", done: "done", failed: "failed" }

export const jobsView = (jobs: ReadonlyArray<Job>): ReadonlyArray<HTMLElement> =>
  jobs.length === 0
    ? []
    : [
        section(
          "Started from here",
          undefined,
          el(
            "ul",
            { class: "jobs" },
            ...jobs.map(({ said, state, what }) =>
              el(
                "li",
                { class: `job ${state}` },
                el("b", {}, words[state]),
                el("code", {}, what),
                said !== "" && el("pre", {}, said)
              )
            )
          )
        )
      ]

type Told = (summary: Answered<Summary>) => void

export const summaries = () => {
  const known = new Map<string, Answered<Summary>>()
  let waiting: ReadonlyArray<readonly [key: string, kind: string, file: string, told: Told]> = []
  let isAsking = false

  const askNext = async (): Promise<void> => {
    if (isAsking) return
    isAsking = true
    // What came into view last is looked at now.
    for (let next = waiting.at(-1); next !== undefined; next = waiting.at(-1)) {
      waiting = waiting.slice(0, -1)
      const [key, kind, file, told] = next
      const summary = known.get(key) ?? (await ask<Summary>("/api/summary", { [kind]: file }))
      known.set(key, summary)
      told(summary)
    }
    isAsking = false
  }

  return (kind: "report" | "recording", { bytes, changed, file }: ListedFile, told: Told): void => {
    const key = JSON.stringify([kind, file, bytes, changed])
    const summary = known.get(key)
    if (summary !== undefined) return told(summary)
    waiting = [...waiting, [key, kind, file, told] as const].slice(-MOST_WAITING)
    void askNext()
  }
}

/** More than a screen shows. */
const MOST_WAITING = 200
