/**
 * The transcript of a run, with a filter.
 */
import type { ToolResult, Trace } from "../../../base/domain/trace/Trace.ts"
import { hasFailed } from "../../../base/domain/trace/hasFailed.ts"
import { type CallItem, isTrouble, resultText, searchText, type TranscriptItem, transcriptOf } from "../transcript.ts"
import { faultText } from "../plot/faultPlot.ts"
import { type Child, counted, el } from "./dom.ts"
import { more } from "./more.ts"

/** Items that are shown at first; a button shows more. */
const SHOWN = 200

export const transcriptView = (trace: Trace): HTMLElement => {
  const items = transcriptOf(trace)
  const list = el("ol", { class: "transcript" })
  const count = el("span", { class: "hint", role: "status" })
  const find = el("input", {
    type: "search",
    placeholder: "Filter the transcript",
    "aria-label": "Filter the transcript"
  })
  const kinds = (["all", "calls", "trouble"] as const).map((kind) => ({
    kind,
    button: el(
      "button",
      { type: "button", class: "toggle", "aria-pressed": String(kind === "all") },
      { all: "All", calls: "Calls", trouble: "Trouble" }[kind]
    )
  }))
  let chosen: (typeof kinds)[number]["kind"] = "all"
  const show = (): void => {
    const text = find.value.toLowerCase()
    const shown = items.filter(
      (item) =>
        (chosen === "all" || (chosen === "calls" ? item.kind === "call" : isTrouble(item))) &&
        searchText(item).toLowerCase().includes(text)
    )
    count.textContent =
      shown.length === items.length
        ? counted(items.length, "step")
        : `${shown.length} of ${counted(items.length, "step")}`
    list.replaceChildren(
      ...more(
        shown.map((item) => () => itemView(item)),
        SHOWN
      )
    )
  }
  find.addEventListener("input", show)
  for (const { button, kind } of kinds) {
    button.addEventListener("click", () => {
      chosen = kind
      for (const one of kinds) one.button.setAttribute("aria-pressed", String(one.kind === kind))
      show()
    })
  }
  show()
  return el("div", {}, el("div", { class: "filters" }, find, ...kinds.map(({ button }) => button), count), list)
}

const roles = { user: "User", assistant: "Assistant", final: "Final response", error: "Ended with an error" } as const

const itemView = (item: TranscriptItem): HTMLElement => {
  if (item.kind === "said") {
    return el(
      "li",
      { class: `event ${item.role}` },
      el("p", { class: "who" }, roles[item.role]),
      item.text === "" ? el("p", { class: "hint" }, "(no text)") : el("p", { class: "text" }, item.text)
    )
  }
  if (item.kind === "result") {
    return el("li", { class: "event call" }, el("p", { class: "who" }, item.name), resultView(item.result))
  }
  const { at, call } = item
  return el(
    "li",
    { class: "event call" },
    el(
      "p",
      { class: "who" },
      el("span", { class: "place" }, String(at + 1)),
      el("b", {}, call.name),
      el("span", { class: "hint" }, `${call.server} · ${call.id}`)
    ),
    ...callParts(item)
  )
}

/** The arguments of a call and what came of it. */
export const callParts = ({ call, faults, results }: CallItem): ReadonlyArray<Child> => [
  el("pre", { class: "args" }, JSON.stringify(call.args, null, 2)),
  call.caller !== undefined && el("p", { class: "hint" }, `called by ${JSON.stringify(call.caller)}`),
  ...faults.map((fault) => el("p", { class: "fault" }, `fault: ${faultText(fault)}`)),
  ...results.map(resultView),
  results.length === 0 && el("p", { class: "result failed" }, "no result")
]

const resultView = (result: ToolResult): HTMLElement => {
  const structured = result.structured === undefined ? undefined : JSON.stringify(result.structured, null, 2)
  const text = resultText(result)
  return el(
    "div",
    { class: `result ${hasFailed(result) ? "failed" : "ok"}` },
    el(
      "p",
      { class: "outcome" },
      `${result.is_error ? "✕ error" : "✓ answered"}${result.timed_out ? ", timed out" : ""}`
    ),
    (text !== "" || structured === undefined) && el("pre", {}, text),
    structured !== undefined &&
      el("details", { open: text === "" }, el("summary", { class: "hint" }, "structured"), el("pre", {}, structured))
  )
}
