/**
 * The view of one cell, with what is red first.
 */
import { numberedTarget } from "../../../base/domain/verdict/numberedTarget.ts"
import type { CellVerdict, GateVerdict, RunVerdict } from "../../../base/domain/verdict/Verdict.ts"
import { commandText, expectationText, promptText } from "../copyText.ts"
import { aboutView } from "./print.ts"
import { casesView, modelsView } from "./casesView.ts"
import { confusionView } from "./confusionView.ts"
import { type CopyText, copyAs } from "./copyAs.ts"
import { type OpenCell, isRedRun } from "./data.ts"
import { deltaView } from "./deltaView.ts"
import { counted, draw, el, withCommas } from "./dom.ts"
import { adviceView, issueView, metadataView, whyView } from "./evidenceView.ts"
import { faultsView } from "./faultsView.ts"
import { gridView } from "./gridView.ts"
import { mark, pill, runLink, section } from "./marks.ts"
import { stabilityView, tokensView } from "./measuresView.ts"
import { narrativeView } from "./narrativeView.ts"
import { pairsView } from "./pairsView.ts"
import { rateView } from "./rateView.ts"
import { trendView } from "./trendView.ts"
import type { Entry, Overview } from "../Overview.ts"
import { scatterPlot } from "../plot/scatterPlot.ts"
import { linkTo } from "./place.ts"
import { coverageText, unreached } from "../../../edges/report/coverage/coverageText.ts"
import { virtualList } from "./virtualList.ts"

/** `runs` are those of the cell that are to be shown one by one. */
export const cellView = (
  { at, cell, entry }: OpenCell,
  overview: Overview,
  runs: ReadonlyArray<RunVerdict>
): HTMLElement =>
  el(
    "main",
    { class: "cell", id: "cell", tabindex: -1, "aria-label": cell.name },
    heading(entry),
    aboutView(cell),
    cell.gates.length > 0 &&
      el(
        "p",
        { class: "pills" },
        ...cell.gates.map((gate) => el("span", { title: gate.summary }, pill(gate.verdict, gateName(gate, cell.gates))))
      ),
    cell.command !== undefined && el("p", { class: "again" }, "Again: ", el("code", {}, cell.command)),
    copyAs(copied(entry, cell)),
    entry.skipped !== undefined && el("p", { class: "missing" }, `Skipped: ${entry.skipped}`),
    ...withoutTraces(cell.runs),
    deltaView(entry, overview),
    pairsView(at, entry, cell),
    whyView(entry.address, cell),
    adviceView(cell),
    metadataView(cell),
    entry.matrix !== undefined && matrixView(at, entry.matrix.table, overview.entries),
    entry.case === undefined ? modelsView(at, entry, overview) : casesView(at, entry, overview),
    rateView(cell),
    trendView(cell.trend),
    gridView(entry.address, runs),
    narrativeOf(entry.address, cell.runs),
    tokensView(cell),
    scatterView({ runs }),
    stabilityView(cell),
    faultsView(entry.address, cell),
    confusionView(cell),
    cell.runs.length > 0 && runsView(entry.address, runs, cell.runs.length)
  )

/** The expectation is that of the first green run, which a suite is to hold on to; else of the first. */
const copied = (entry: Entry, cell: CellVerdict): ReadonlyArray<CopyText> => {
  const traced = cell.runs.filter(({ trace }) => trace !== undefined)
  const trace = (traced.find(({ verdict }) => verdict === "pass") ?? traced[0])?.trace
  return [
    ...(cell.command === undefined ? [] : [["command", () => commandText(cell)] as const]),
    ...(trace === undefined ? [] : [["expectation", () => expectationText(trace)] as const]),
    ["prompt for a coding agent", () => promptText(entry, cell)]
  ]
}

/** Gates with the same title are named by their first target, with the number of the gate. */
const gateName = ({ advisory, checks, id, title }: GateVerdict, gates: ReadonlyArray<GateVerdict>): string =>
  `${gates.filter((other) => other.title === title).length > 1 ? numberedTarget(checks[0]?.target ?? `${title}.`, id).replace(/\.$/, "") : title}${advisory ? " (advisory)" : ""}`

/** The view of a suite that could not be run: its issues. */
export const suiteView = (entry: Entry): HTMLElement =>
  el(
    "main",
    { class: "cell", id: "cell", tabindex: -1, "aria-label": entry.name },
    heading(entry),
    section("Why", undefined, ...entry.issues.map(issueView), ...entry.red.map((reason) => el("p", {}, reason)))
  )

/** The view of an address that leads to nothing. */
export const nowhereView = (what: string): HTMLElement =>
  el(
    "main",
    { class: "cell", id: "cell", tabindex: -1, "aria-label": "Not found" },
    el("header", { class: "heading" }, el("h2", {}, "Not found")),
    el("p", { class: "missing", role: "alert" }, what),
    el(
      "p",
      { class: "hint" },
      "Choose a cell in the list. An address has the suite, the agent, the model and the run, such as ",
      el("code", {}, "#/weather/asks/claude-sonnet-4-5/7"),
      "."
    )
  )

/** The view of a cell whose data could not be read. */
export const unreadView = (entry: Entry, why: string): HTMLElement =>
  el(
    "main",
    { class: "cell", id: "cell", tabindex: -1, "aria-label": entry.name },
    heading(entry),
    el("p", { class: "missing" }, why)
  )

const heading = ({ file, kind, model, name, suite, verdict }: Entry): HTMLElement =>
  el(
    "header",
    { class: "heading" },
    el("h2", {}, mark(verdict), name),
    el(
      "p",
      { class: "where" },
      [kind === "suite" ? undefined : suite, model, file].filter((part) => part !== undefined).join(" · ")
    )
  )

const withoutTraces = (runs: ReadonlyArray<RunVerdict>): ReadonlyArray<HTMLElement> =>
  runs.length === 0 || runs.some(({ trace }) => trace !== undefined)
    ? []
    : [
        el(
          "p",
          { class: "missing" },
          "This report has no traces, so calls, tokens, stability, faults and transcripts cannot be shown. Run with ",
          el("code", {}, "--with-traces"),
          " to keep them in a json report, or with ",
          el("code", {}, "--reporter html=report.html"),
          "."
        )
      ]

/** The final response of the first run with a wrong claim, else of the first red run, else of the first run. */
const narrativeOf = (address: string, runs: ReadonlyArray<RunVerdict>): HTMLElement | undefined => {
  const analysed = runs.filter(({ analysis }) => analysis !== undefined)
  const wrong = analysed.find(({ analysis }) => analysis?.narrative.claims.some(({ is }) => is !== "matched"))
  const run = wrong ?? analysed.find(isRedRun) ?? analysed[0]
  if (run?.analysis === undefined || run.trace === undefined) return undefined
  return section(
    "Closing words",
    "Held against the calls that were made.",
    el("p", { class: "places" }, "Run ", runLink(address, run.index)),
    narrativeView(run.analysis.narrative, run.trace)
  )
}

/** Tokens by calls, a sign a run: whether runs that fail cost more, or call more, than those that pass. */
const scatterView = ({ runs }: Pick<CellVerdict, "runs">): HTMLElement | undefined => {
  const dots = runs.flatMap(({ index, trace, verdict }) => {
    const tokens = trace?.conversation.tokens?.total
    return trace === undefined || tokens === undefined
      ? []
      : [{ run: index, calls: trace.tool_calls.length, tokens, verdict }]
  })
  if (dots.length < 2) return undefined
  return section(
    "Tokens by calls",
    undefined,
    el(
      "ul",
      { class: "key-line" },
      ...(["pass", "fail", "none"] as const)
        .filter((verdict) => dots.some((dot) => dot.verdict === verdict))
        .map((verdict) => el("li", {}, { pass: "● pass", fail: "✕ fail", none: "■ no verdict" }[verdict])),
      dots.length < runs.length && el("li", {}, `${runs.length - dots.length} runs without a token count are left out`)
    ),
    draw(scatterPlot(dots))
  )
}

/** The table of a fault matrix: an agent under each kind of fault, on each of its tools. */
const matrixView = (at: number, table: string, entries: ReadonlyArray<Entry>): HTMLElement => {
  const cells = [...entries.entries()].filter(([, { matrix }]) => matrix?.table === table)
  const names = (side: "row" | "column"): ReadonlyArray<string> =>
    [...new Set(cells.map(([, { matrix }]) => matrix?.[side] ?? ""))].toSorted()
  const place = (row: string, column: string): HTMLElement => {
    const [index, entry] = cells.find(([, { matrix }]) => matrix?.row === row && matrix.column === column) ?? []
    if (index === undefined || entry === undefined) return el("td", {})
    return el(
      "td",
      {},
      el("a", { href: linkTo(entry.address), "aria-current": index === at ? "true" : undefined }, mark(entry.verdict))
    )
  }
  return section(
    table,
    "The same agent under every fault.",
    el(
      "div",
      { class: "scroll" },
      el(
        "table",
        { class: "matrix" },
        el("thead", {}, el("tr", {}, el("th", {}), ...names("column").map((name) => el("th", { scope: "col" }, name)))),
        el(
          "tbody",
          {},
          ...names("row").map((row) =>
            el("tr", {}, el("th", { scope: "row" }, row), ...names("column").map((column) => place(row, column)))
          )
        )
      )
    )
  )
}

const MOST_TOOLS = 500

/** Undefined for a report without coverage. */
export const coverageView = ({ coverage }: Overview): HTMLElement | undefined => {
  if (coverage === undefined) return undefined
  const all = unreached(coverage)
  const rest = all.length - MOST_TOOLS
  return el(
    "details",
    { class: "coverage" },
    el("summary", {}, `Coverage: ${coverageText(coverage)}`),
    el(
      "ul",
      {},
      ...all.slice(0, MOST_TOOLS).map((text) => el("li", {}, text)),
      rest > 0 && el("li", {}, `and ${withCommas(rest)} more tools`)
    )
  )
}

const ROW = 34

const runsView = (address: string, runs: ReadonlyArray<RunVerdict>, all: number): HTMLElement => {
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
