/**
 * The full trace of a run, filterable.
 */
import type { ToolResult, Trace } from "../../../domain/Trace.ts"
import { type Event, eventsOf, hasFailed, isTrouble, resultText, wordsOf } from "../events.ts"
import { phrase } from "../plot/faultPlot.ts"
import { counted, el } from "./dom.ts"
import { more } from "./more.ts"

/** How many steps are there at once; the rest come on request. */
const SHOWN = 200

export const transcriptView = (trace: Trace): HTMLElement => {
  const events = eventsOf(trace)
  const steps = el("ol", { class: "transcript" })
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
    const shown = events.filter(
      (event) =>
        (chosen === "all" || (chosen === "calls" ? event.kind === "call" : isTrouble(event))) &&
        wordsOf(event).toLowerCase().includes(text)
    )
    count.textContent =
      shown.length === events.length
        ? counted(events.length, "step")
        : `${shown.length} of ${counted(events.length, "step")}`
    steps.replaceChildren(...more(shown.map(eventView), SHOWN))
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
  return el("div", {}, el("div", { class: "filters" }, find, ...kinds.map(({ button }) => button), count), steps)
}

const roles = { user: "User", assistant: "Assistant", final: "Final response" } as const

const eventView = (event: Event): HTMLElement => {
  if (event.kind === "said") {
    return el(
      "li",
      { class: `event ${event.role}` },
      el("p", { class: "who" }, roles[event.role]),
      event.text === "" ? el("p", { class: "hint" }, "(no text)") : el("p", { class: "text" }, event.text)
    )
  }
  if (event.kind === "result") {
    return el("li", { class: "event call" }, el("p", { class: "who" }, event.name), resultView(event.result))
  }
  const { at, call, faults, results } = event
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
    el("pre", { class: "args" }, JSON.stringify(call.args, null, 2)),
    call.caller !== undefined && el("p", { class: "hint" }, `called by ${JSON.stringify(call.caller)}`),
    ...faults.map((fault) => el("p", { class: "fault" }, `fault: ${phrase(fault)}`)),
    ...results.map(resultView),
    results.length === 0 && el("p", { class: "result failed" }, "no result")
  )
}

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
