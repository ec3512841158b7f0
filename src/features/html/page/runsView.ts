/**
 * The list of a cell's runs: verdict, calls, tokens, and what is red.
 */
import { numberedTarget } from "../../../base/domain/verdict/numberedTarget.ts"
import type { RunVerdict } from "../../../base/domain/verdict/Verdict.ts"
import { counted, el, withCommas } from "./dom.ts"
import { mark, pill, section } from "./marks.ts"
import { linkTo } from "./place.ts"
import { virtualList } from "./virtualList.ts"

const ROW = 34

export const runsView = (address: string, runs: ReadonlyArray<RunVerdict>, all: number): HTMLElement => {
  const list = virtualList({ label: "Runs", rowHeight: ROW, row: (index) => runRow(address, runs[index]!) })
  list.element.style.height = `${Math.min(12, Math.max(1, runs.length)) * ROW + 2}px`
  list.show(runs.length)
  const title =
    runs.length === all ? "Runs" : `Runs that are asked for, ${withCommas(runs.length)} of ${withCommas(all)}`
  return section(title, "Open one for its transcript.", el("div", { class: "runs" }, list.element))
}

const runRow = (address: string, { checks, index, issues, trace, verdict }: RunVerdict): HTMLElement => {
  const red = [
    ...new Set(
      checks
        .filter((check) => check.verdict !== "pass" && !check.advisory)
        .map(({ gate, target }) => numberedTarget(target, gate))
    )
  ]
  const reasons = [...issues.filter(({ advisory }) => !advisory).map(({ code }) => code), ...red]
  const tokens = trace?.conversation.tokens?.total
  return el(
    "a",
    { class: "run-row", href: linkTo(address, index) },
    mark(verdict),
    el("span", { class: "run" }, `#${index}`),
    el("span", { class: "cost" }, trace === undefined ? "" : counted(trace.tool_calls.length, "call")),
    el("span", { class: "cost" }, tokens === undefined ? "" : `${withCommas(tokens)} tokens`),
    el(
      "span",
      { class: "reasons" },
      ...reasons.slice(0, 3).map((reason) => pill(verdict, reason)),
      reasons.length > 3 && `+${reasons.length - 3}`
    )
  )
}
