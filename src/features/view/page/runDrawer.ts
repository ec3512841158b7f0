/**
 * The transcript of a run of a recording in progress, in a drawer over the page.
 */
import type { Trace } from "../../../base/domain/trace/Trace.ts"
import { el, withCommas } from "../../html/page/dom.ts"
import { pill } from "../../html/page/marks.ts"
import { transcriptView } from "../../html/page/transcriptView.ts"
import type { KeptRun } from "../Api.ts"
import type { Answered } from "./ask.ts"

export const runDrawer = () => {
  const element = el("dialog", { class: "drawer", "aria-label": "Run" })
  element.addEventListener("click", ({ target }) => target === element && element.close())
  return {
    element,
    show: ({ index, stop, tokens }: KeptRun, answered: Answered<Trace>): void => {
      const close = el(
        "button",
        { type: "button", class: "step close", "aria-label": "Close", title: "Close (Esc)" },
        "✕"
      )
      close.addEventListener("click", () => element.close())
      element.replaceChildren(
        el(
          "header",
          { class: "drawer-head" },
          el("div", { class: "drawer-title" }, el("h2", { tabindex: -1, autofocus: true }, `Run #${index}`), close),
          el(
            "p",
            { class: "pills" },
            tokens !== undefined && pill("plain", `${withCommas(tokens)} tokens`),
            pill("plain", `stopped: ${stop}`)
          )
        ),
        el(
          "div",
          { class: "panel" },
          "problem" in answered
            ? el("p", { class: "missing" }, `${answered.problem.what} ${answered.problem.hint}`)
            : transcriptView(answered.value)
        )
      )
      element.scrollTop = 0
      if (!element.open) element.showModal()
    }
  }
}
