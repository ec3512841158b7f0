/**
 * What only paper shows: an element that is there while the page is printed, and the runs of a recording as a table.
 */
import type { RunVerdict } from "../../../base/domain/verdict/Verdict.ts"
import { shorten } from "../../../base/std/shorten.ts"
import type { ShownCell } from "../Overview.ts"
import { el, withCommas } from "./dom.ts"
import { section } from "./marks.ts"

/** Puts on paper what is returned, or the run that is open. Returns the element that holds it. */
export const onPaper = (parts: () => ReadonlyArray<HTMLElement>): HTMLElement => {
  const paper = el("div", { class: "paper" })
  addEventListener("beforeprint", () => {
    const run = document.querySelector("dialog.drawer[open]")
    paper.replaceChildren(...(run === null ? parts() : [...run.cloneNode(true).childNodes]))
    document.body.classList.toggle("only-paper", run !== null)
    document.body.append(paper)
  })
  addEventListener("afterprint", () => {
    document.body.classList.remove("only-paper")
    paper.remove()
  })
  return paper
}

/** Runs that are printed of a recording, which has nothing else to say of them. */
const MOST_RUNS = 200
/** Characters of what they called and said. */
const LONGEST = 400

export const runsOnPaper = ({ runs }: ShownCell): HTMLElement => {
  const columns = ["Run", "Calls", "Tokens", "Stopped", "Final response"]
  return section(
    "Runs",
    runs.length > MOST_RUNS ? `The first ${MOST_RUNS} of ${withCommas(runs.length)}.` : undefined,
    el(
      "table",
      { class: "paper-runs" },
      el("thead", {}, el("tr", {}, ...columns.map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, ...runs.slice(0, MOST_RUNS).map(runRow))
    )
  )
}

const runRow = ({ index, trace }: RunVerdict): HTMLElement => {
  const tokens = trace?.conversation.tokens?.total
  const facts = [
    `#${index}`,
    trace === undefined ? "not known" : shorten(trace.tool_calls.map(({ name }) => name).join(", "), LONGEST) || "none",
    tokens === undefined ? "not known" : withCommas(tokens),
    trace?.stop_reason ?? "",
    shorten(trace?.final_response ?? "", LONGEST)
  ]
  return el("tr", {}, ...facts.map((fact) => el("td", {}, fact)))
}
