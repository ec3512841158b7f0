/**
 * The verdict of the whole report in one line, and the controls of the page.
 */
import type { Verdict } from "../../../base/domain/verdict/Verdict.ts"
import { countVerdicts, verdictTexts } from "../../../edges/report/text/totals.ts"
import { isDifferent, type Overview } from "../Overview.ts"
import { counted, el, withCommas } from "./dom.ts"

export interface Controls {
  readonly element: HTMLElement
  readonly search: HTMLInputElement
  readonly failures: HTMLButtonElement
  readonly different: HTMLButtonElement
  readonly filter: HTMLButtonElement
}

const headings: Readonly<Record<Verdict, string>> = { pass: "PASS", fail: "FAIL", none: "NO VERDICT" }

/** `name` is what the page is called, and may lead elsewhere. */
export const verdictBar = (overview: Overview, name: HTMLElement = programName()): Controls => {
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
  const different = el(
    "button",
    {
      type: "button",
      class: "toggle",
      "aria-pressed": "false",
      "aria-keyshortcuts": "d",
      hidden: overview.baseline === undefined,
      title: `Show only what is not as in ${overview.baseline?.name ?? ""} (d)`
    },
    "Different only"
  )
  const filter = el(
    "button",
    {
      type: "button",
      class: "toggle",
      "aria-expanded": "false",
      "aria-keyshortcuts": "s",
      title: "Filter runs, and search all transcripts (s)"
    },
    "Filter runs"
  )
  const theme = el(
    "button",
    { type: "button", class: "quiet", title: "Light, dark, or as the system has it (t)", "aria-keyshortcuts": "t" },
    "Theme"
  )
  theme.addEventListener("click", nextTheme)
  const look = overview.heading === undefined ? overview.verdict : "unjudged"
  const element = el(
    "header",
    { class: `bar ${look}` },
    el("h1", {}, name, el("strong", { class: `verdict ${look}` }, overview.heading ?? headings[overview.verdict])),
    el("p", { class: "totals" }, totals(overview)),
    el("div", { class: "controls" }, search, failures, different, filter, theme)
  )
  return { element, search, failures, different, filter }
}

const programName = (): HTMLElement => el("span", { class: "name" }, "passhat")

const totals = ({ baseline, entries, heading, runs, status }: Overview): string => {
  const cells = entries.filter(({ kind }) => kind === "cell")
  const judged = cells.flatMap(({ verdict }) => (verdict === "skip" ? [] : [{ verdict }]))
  const [skipped, suites] = [cells.length - judged.length, entries.length - cells.length]
  const cellTexts = [
    ...verdictTexts(countVerdicts(judged), withCommas),
    ...(skipped === 0 ? [] : [`${withCommas(skipped)} skipped`])
  ]
  const all = runs.pass + runs.fail + runs.none
  if (heading !== undefined) {
    const said = `${counted(all, "run")}, which nothing has judged`
    return [said, ...(baseline === undefined ? [] : [sinceBaseline(entries, baseline)])].join(" · ")
  }
  return [
    `${cellTexts.join(" · ")} (${counted(cells.length, "cell")}, ${counted(all, "run")})`,
    ...(all === 0 ? [] : [`runs: ${verdictTexts(runs, withCommas).join(", ")}`]),
    ...(suites === 0 ? [] : [`${counted(suites, "suite")} with an issue`]),
    ...(baseline === undefined ? [] : [sinceBaseline(entries, baseline)]),
    ...(status === "complete" ? [] : [status])
  ].join(" · ")
}

const sinceBaseline = (entries: Overview["entries"], { gone, name }: NonNullable<Overview["baseline"]>): string => {
  const lost =
    gone.length === 0
      ? ""
      : `, and ${counted(gone.length, "cell")} of it not here (${gone.slice(0, 3).join(", ")}${gone.length > 3 ? ", ..." : ""})`
  return `${withCommas(entries.filter(isDifferent).length)} different from ${name}${lost}`
}

/** Switches from the system's theme to light, to dark, and back. */
export const nextTheme = (): void => {
  const themes = ["", "light", "dark"]
  const now = themes.indexOf(document.documentElement.dataset["theme"] ?? "")
  document.documentElement.dataset["theme"] = themes[(now + 1) % themes.length] ?? ""
}
