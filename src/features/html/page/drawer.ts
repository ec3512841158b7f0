/**
 * One run in a drawer over the page: its transcript, its trajectory against the expected one, its checks, its final
 * response, and its difference from another run.
 */
import type { RunVerdict } from "../../../base/domain/verdict/Verdict.ts"
import { expectationText } from "../copyText.ts"
import type { ShownCell } from "../Overview.ts"
import { copyAs } from "./copyAs.ts"
import type { Around } from "./data.ts"
import { type Child, counted, el, withCommas } from "./dom.ts"
import { checkView, issueView } from "./evidenceView.ts"
import { mark, pill } from "./marks.ts"
import { narrativeView } from "./narrativeView.ts"
import { linkTo } from "./place.ts"
import { trajectoryView } from "./trajectoryView.ts"
import { transcriptView } from "./transcriptView.ts"
import { waterfallView } from "./waterfallView.ts"
import type { EarlierRun } from "../twoRuns.ts"
import { runField } from "./pairsView.ts"
import { sidesView } from "./sidesView.ts"

export interface Drawer {
  readonly element: HTMLDialogElement
  readonly show: (address: string, cell: ShownCell, run: RunVerdict) => void
}

export const drawer = (ofRun: Around["ofRun"]): Drawer => {
  const element = el("dialog", { class: "drawer", "aria-label": "Run" })
  let tab = "Transcript"
  return {
    element,
    show: (address, cell, run) => {
      const views = tabs(viewsOf(address, cell, run), tab, (name) => (tab = name))
      const more = ofRun?.(cell, run)
      element.replaceChildren(heading(address, cell, run), ...(more === undefined ? [] : [more]), views)
      element.scrollTop = 0
      if (!element.open) element.showModal()
    }
  }
}

const viewsOf = (
  address: string,
  cell: ShownCell,
  run: RunVerdict
): ReadonlyArray<readonly [string, () => HTMLElement]> => {
  const { analysis, trace } = run
  const checks = (): HTMLElement =>
    el(
      "div",
      { class: "checks" },
      ...run.issues.map(issueView),
      ...run.checks
        .toSorted((a, b) => Number(a.verdict === "pass") - Number(b.verdict === "pass"))
        .map((check) => checkView(address, check)),
      run.checks.length + run.issues.length === 0 && el("p", { class: "hint" }, "No gate looks at single runs.")
    )
  if (trace === undefined) return [["Checks", checks]]
  return [
    ["Transcript", () => transcriptView(trace)],
    ["Expected", () => trajectoryView(run, cell.analysis?.expected ?? [])],
    ["Checks", checks],
    ["Time", () => waterfallView(run)],
    ...(analysis === undefined ? [] : [["Closing words", () => narrativeView(analysis.narrative, trace)] as const]),
    ["Compare", () => diffView(run, cell)]
  ]
}

const heading = (address: string, cell: ShownCell, { index, trace, verdict }: RunVerdict): HTMLElement => {
  const place = cell.runs.findIndex((run) => run.index === index)
  const link = (step: 1 | -1, word: string, sign: string): Child => {
    const other = cell.runs[place + step]
    return el(
      "a",
      {
        class: "step",
        href: other === undefined ? undefined : linkTo(address, other.index),
        "aria-label": word,
        title: word,
        "aria-disabled": other === undefined ? "true" : undefined
      },
      sign
    )
  }
  const tokens = trace?.conversation.tokens?.total
  const userTokens = trace?.conversation.user_tokens?.total
  return el(
    "header",
    { class: "drawer-head" },
    el(
      "div",
      { class: "drawer-title" },
      el("h2", { tabindex: -1, autofocus: true }, mark(verdict), `Run #${index}`),
      link(-1, "The run before ([)", "←"),
      link(1, "The next run (])", "→"),
      el("a", { class: "step close", href: linkTo(address), "aria-label": "Close", title: "Close (Esc)" }, "✕")
    ),
    el("p", { class: "where" }, cell.name),
    trace === undefined
      ? el("p", { class: "missing" }, "This report has no trace of the run. Run with --with-traces to keep it.")
      : el(
          "p",
          { class: "pills" },
          pill("plain", counted(trace.tool_calls.length, "call")),
          pill("plain", tokens === undefined ? "tokens not recorded" : `${withCommas(tokens)} tokens`),
          userTokens !== undefined && pill("plain", `simulated user: ${withCommas(userTokens)} tokens`),
          pill("plain", `stopped: ${trace.stop_reason}`),
          pill("plain", `${withCommas(trace.clock.virtual_ms)} ${trace.clock.kind === "wall" ? "ms" : "virtual ms"}`)
        ),
    trace !== undefined && copyAs([["expectation", () => expectationText(trace)]])
  )
}

type Views = ReadonlyArray<readonly [name: string, view: () => HTMLElement]>

export const tabs = (views: Views, first: string, chosen: (name: string) => void): HTMLElement => {
  const panel = el("div", { role: "tabpanel", class: "panel", id: "panel", tabindex: 0 })
  const buttons = views.map(([name]) => el("button", { type: "button", role: "tab", "aria-controls": "panel" }, name))
  const show = (at: number): void => {
    const [name, view] = views[at] ?? views[0]!
    for (const [other, button] of buttons.entries()) {
      button.setAttribute("aria-selected", String(other === at))
      button.tabIndex = other === at ? 0 : -1
    }
    panel.setAttribute("aria-label", name)
    panel.replaceChildren(view())
  }
  for (const [at, button] of buttons.entries()) {
    button.addEventListener("click", () => {
      chosen(views[at]?.[0] ?? "")
      show(at)
    })
    button.addEventListener("keydown", ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
      if (step === undefined) return
      const next = buttons[(at + step + buttons.length) % buttons.length]
      next?.focus()
      next?.click()
    })
  }
  show(
    Math.max(
      0,
      views.findIndex(([name]) => name === first)
    )
  )
  return el("div", { class: "tabbed" }, el("div", { role: "tablist", class: "tabs" }, ...buttons), panel)
}

/** Compares a run with another run of its cell, or with one of the baseline. */
export const diffView = (run: RunVerdict, { before = [], runs }: ShownCell): HTMLElement => {
  const own = runs.filter((other) => other.index !== run.index && other.trace !== undefined)
  const earlier = before.filter((other) => other.trace !== undefined)
  if (own.length + earlier.length === 0 || run.trace === undefined)
    return el("p", { class: "hint" }, "There is no other run to compare with.")
  const { trace } = run
  const result = el("div", {})
  const number = runField("The other run", [...own, ...earlier])
  const of = el(
    "select",
    { "aria-label": "Of what" },
    ...(own.length === 0 ? [] : [el("option", { value: "now" }, "of this cell")]),
    ...(earlier.length === 0 ? [] : [el("option", { value: "before" }, "of the baseline")])
  )
  const others = (): ReadonlyArray<EarlierRun> => (of.value === "before" ? earlier : own)
  const show = (): void => {
    const other = others().find(({ index }) => index === Number(number.value))
    const name = of.value === "before" ? `Baseline, run #${number.value}` : `Run #${number.value}`
    result.replaceChildren(
      other?.trace === undefined
        ? el("p", { class: "hint" }, `There is no other run #${number.value} with a trace.`)
        : sidesView(
            { name: `Run #${run.index}`, only: `only run #${run.index}`, trace },
            { name, only: of.value === "before" ? "only the baseline" : `only run #${other.index}`, trace: other.trace }
          )
    )
  }
  /** Of this cell one with another verdict, of the baseline the one with the same number. */
  const choose = (): void => {
    const isBefore = of.value === "before"
    const wanted = others().find((other) => (isBefore ? other.index === run.index : other.verdict !== run.verdict))
    number.value = String((wanted ?? others()[0])?.index ?? "")
    show()
  }
  number.addEventListener("input", show)
  of.addEventListener("change", choose)
  choose()
  return el(
    "div",
    {},
    el(
      "p",
      { class: "filters" },
      el("label", {}, `Run #${run.index} against run # `, number),
      earlier.length > 0 && of
    ),
    result
  )
}
