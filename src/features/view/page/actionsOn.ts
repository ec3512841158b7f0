/**
 * The buttons of a report and of a recording under --actions. What costs money is asked for twice.
 */
import type { Around } from "../../html/page/data.ts"
import { el } from "../../html/page/dom.ts"
import type { Label } from "../../../base/domain/verdict/Label.ts"
import { ask, type Query, send } from "./ask.ts"
import type { Banner } from "./frame.ts"

export const actionsOn = (query: URLSearchParams, wrong: Banner): Around => {
  const asked: Query = Object.fromEntries(query)
  const isFile = !query.has("dropped")
  return {
    ofCell: ({ cell }) =>
      isFile
        ? el(
            "div",
            { class: "acts", role: "group", "aria-label": "Actions" },
            twice("Record this cell again", "Record: asks models, and costs money", () =>
              told("/api/record", asked, { cell: cell.id }, "It is being recorded.", wrong)
            ),
            twice("Bless this file", "Bless: replaces its baseline", () =>
              told("/api/bless", asked, {}, "It is being blessed.", wrong)
            )
          )
        : undefined,
    ofRun: (cell, run) => (run.trace === undefined ? undefined : labelView(asked, cell.id, run.index))
  }
}

/** A button that says what it does before it does it. */
const twice = (name: string, question: string, act: () => void): HTMLElement => {
  const button = el("button", { type: "button", class: "toggle" }, name)
  let isAsked = false
  const rest = (): void => {
    isAsked = false
    button.textContent = name
  }
  button.addEventListener("click", () => {
    if (!isAsked) {
      isAsked = true
      button.textContent = question
      return
    }
    rest()
    act()
  })
  button.addEventListener("blur", rest)
  return button
}

const told = async (path: string, query: Query, body: object, done: string, wrong: Banner): Promise<void> => {
  const answered = await send(path, query, JSON.stringify(body))
  const list = el("a", { class: "toggle", href: "/" }, "See what became of it")
  if ("problem" in answered) wrong.show(answered.problem)
  else wrong.show({ what: done, hint: "" }, list)
}

const labelView = (asked: Query, cell: string, run: number): HTMLElement => {
  const note = el("input", { type: "text", placeholder: "A note", "aria-label": "A note", maxlength: 2_000 })
  const state = el("span", { class: "hint", role: "status" })
  const buttons = (["good", "bad", "note"] as const).map((label) => ({
    label,
    button: el(
      "button",
      { type: "button", class: "toggle", "aria-pressed": "false" },
      { good: "Good", bad: "Bad", note: "Only a note" }[label]
    )
  }))
  const show = (now: Partial<Label>): void => {
    for (const { button, label } of buttons) button.setAttribute("aria-pressed", String(label === now.label))
  }
  for (const { button, label } of buttons) {
    button.addEventListener("click", async () => {
      const text = note.value
      const body = { cell, run, label, ...(text !== "" && { note: text }) }
      const answered = await send("/api/label", asked, JSON.stringify(body))
      if ("problem" in answered) return void (state.textContent = `${answered.problem.what} ${answered.problem.hint}`)
      show({ label })
      state.textContent = "Saved in labels.jsonl."
    })
  }
  void ask<Partial<Label>>("/api/label", { ...asked, cell, run }).then((answered) => {
    if ("problem" in answered) return void (state.textContent = `${answered.problem.what} ${answered.problem.hint}`)
    // What was pressed or typed before the answer came stays.
    if (buttons.every(({ button }) => button.getAttribute("aria-pressed") === "false")) show(answered.value)
    if (note.value === "") note.value = answered.value.note ?? ""
  })
  return el(
    "div",
    { class: "acts", role: "group", "aria-label": "Label this run" },
    ...buttons.map(({ button }) => button),
    note,
    state
  )
}
