/**
 * The verdict of the whole report in one line, and the controls that everything below obeys.
 */
import type { Verdict } from "../../../domain/Verdict.ts"
import { isRedEntry, type Ledger } from "../Ledger.ts"
import { counted, el, grouped } from "./dom.ts"

export interface Controls {
  readonly element: HTMLElement
  readonly search: HTMLInputElement
  readonly failures: HTMLButtonElement
}

const headings: Readonly<Record<Verdict, string>> = { pass: "PASS", fail: "FAIL", none: "NO VERDICT" }

export const verdictBar = (ledger: Ledger): Controls => {
  const search = el("input", {
    type: "search",
    placeholder: "Find a cell  /",
    "aria-label": "Find a cell",
    "aria-keyshortcuts": "/"
  })
  const failures = el(
    "button",
    {
      type: "button",
      class: "toggle",
      "aria-pressed": "false",
      "aria-keyshortcuts": "f",
      title: "Show only what is not green (f)"
    },
    "Failures only"
  )
  const theme = el(
    "button",
    { type: "button", class: "quiet", title: "Light, dark, or as the system has it (t)", "aria-keyshortcuts": "t" },
    "Theme"
  )
  theme.addEventListener("click", nextTheme)
  const element = el(
    "header",
    { class: `bar ${ledger.verdict}` },
    el(
      "h1",
      {},
      el("span", { class: "name" }, "passhat"),
      el("strong", { class: `verdict ${ledger.verdict}` }, headings[ledger.verdict])
    ),
    el("p", { class: "totals" }, totals(ledger)),
    el("div", { class: "controls" }, search, failures, theme)
  )
  return { element, search, failures }
}

const totals = ({ entries, runs, status }: Ledger): string => {
  const skipped = entries.filter(({ verdict }) => verdict === "skip").length
  const red = entries.filter(isRedEntry).length
  const all = runs.pass + runs.fail + runs.none
  return [
    red === 0
      ? `${counted(entries.length - skipped, "cell")}, all green`
      : entries.length === 1
        ? "1 cell, not green"
        : `${grouped(red)} of ${grouped(entries.length)} cells not green`,
    `${counted(all, "run")}: ${grouped(runs.pass)} passed, ${grouped(runs.fail)} failed, ${grouped(runs.none)} without a verdict`,
    ...(skipped === 0 ? [] : [`${grouped(skipped)} skipped`]),
    ...(status === "complete" ? [] : [status])
  ].join(" · ")
}

/** As the system has it, then the other one, then back. */
export const nextTheme = (): void => {
  const themes = ["", "light", "dark"]
  const now = themes.indexOf(document.documentElement.dataset["theme"] ?? "")
  document.documentElement.dataset["theme"] = themes[(now + 1) % themes.length] ?? ""
}
