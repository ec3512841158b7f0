/**
 * The list of the page: every cell, and every suite that could not be run. Red entries come first.
 */
import { countVerdicts, type VerdictCounts } from "../../edges/report/text/totals.ts"
import type { Issue } from "../../base/domain/Issue.ts"
import type { CasePlace, MatrixPlace } from "../../base/domain/plan/Plan.ts"
import type { CaseTable, CellVerdict, Report, RunVerdict, SuiteVerdict, Verdict } from "../../base/domain/verdict/Verdict.ts"
import type { Coverage } from "../../base/domain/verdict/Coverage.ts"
import type { Trends } from "../../base/domain/verdict/History.ts"
import type { Baseline } from "../../edges/report/Reporter.ts"
import { sections } from "../../edges/report/sections.ts"
import { compareWith, type Delta } from "../../edges/report/deltas.ts"
import { type CellTrend, dayOf, trendOfCells } from "./cellTrend.ts"
import { toolKey } from "./findRuns.ts"
import type { EarlierRun } from "./twoRuns.ts"

export interface Overview {
  /** What is shown in place of the verdict if nothing was judged. */
  readonly heading?: string
  readonly verdict: Verdict
  readonly status: Report["status"]
  readonly runs: VerdictCounts
  readonly entries: ReadonlyArray<Entry>
  /** The advisory issues of suites. */
  readonly notices: ReadonlyArray<Issue>
  /** Only of suites with cases. */
  readonly tables?: ReadonlyArray<CaseTable & { readonly suite: string }>
  /** Only of a report with coverage. */
  readonly coverage?: Coverage
  readonly baseline?: {
    readonly name: string
    /** The names of the cells that only the baseline has. */
    readonly gone: ReadonlyArray<string>
  }
}

/** A skipped cell has no verdict, and is not red. */
export type Outcome = Verdict | "skip"

/** A cell, or a suite that has an issue of its own. */
export interface Entry {
  readonly kind: "cell" | "suite"
  /** The id of the cell or the name of the suite, the same in every report; entries with the same one are numbered. */
  readonly address: string
  readonly verdict: Outcome
  readonly name: string
  readonly suite: string
  readonly file?: string
  readonly model?: string
  /** The cell's place in a fault matrix. */
  readonly matrix?: MatrixPlace
  readonly agent?: string
  /** The cell's row in a table of cases. */
  readonly case?: CasePlace
  readonly runs: VerdictCounts
  /** The verdicts of the runs as letters: p, f, n. */
  readonly strip: string
  /** Why the cell was not run. */
  readonly skipped?: string
  /** The gates that do not pass. */
  readonly red: ReadonlyArray<string>
  readonly issues: ReadonlyArray<Issue>
  /** Every tool that a run called, and every reason for which a run stopped; absent without traces. */
  readonly tools?: ReadonlyArray<string>
  readonly stops?: ReadonlyArray<string>
  /** What is different from the baseline, if one is given. */
  readonly delta?: Delta
  /** The day since which the cell is worse, by the history. */
  readonly worse_since?: string
}

/** A cell with what is shown beside its verdict. */
export interface ShownCell extends CellVerdict {
  readonly trend?: CellTrend
  /** The runs of the baseline; absent without their traces. */
  readonly before?: ReadonlyArray<EarlierRun>
}

/** An entry with its cell; undefined for the entry of a suite. */
export interface EntryWithCell {
  readonly entry: Entry
  readonly cell?: ShownCell
}

const rank: Readonly<Record<Outcome, number>> = { fail: 0, none: 1, pass: 2, skip: 3 }

/** Whether the entry keeps the report from passing. */
export const isRedEntry = ({ verdict }: Pick<Entry, "verdict">): boolean => verdict === "fail" || verdict === "none"

/** Whether the entry is not what it was in the baseline. */
export const isDifferent = ({ delta }: Pick<Entry, "delta">): boolean => (delta?.differences.length ?? 0) > 0

/** What the page shows first, and the cells that it shows on demand. */
export interface Contents {
  readonly overview: Overview
  /** Sorted by verdict; entries of one verdict keep the order of the report. */
  readonly entries: ReadonlyArray<EntryWithCell>
}

export const contentsOf = (report: Report, baseline?: Baseline, trends?: Trends): Contents => {
  const compared = baseline && compareWith(baseline, report)
  const trendOf = trendOfCells(trends)
  const entries = addressed([
    ...suiteEntries(report),
    ...report.suites.flatMap((suite) =>
      suite.cells.map((cell) =>
        cellEntry(suite, shownCell(cell, compared?.runs.get(cell.id), trendOf(cell.id)), compared?.deltas.get(cell.id))
      )
    )
  ]).toSorted((a, b) => rank[a.entry.verdict] - rank[b.entry.verdict])
  const overview = {
    ...overviewOf(report, entries),
    ...(compared !== undefined && { baseline: { name: baseline?.name ?? "", gone: compared.gone } })
  }
  return { overview, entries }
}

const addressed = (entries: ReadonlyArray<EntryWithCell>): ReadonlyArray<EntryWithCell> => {
  const counts = new Map<string, number>()
  return entries.map(({ entry, ...rest }) => {
    const count = (counts.get(entry.address) ?? 0) + 1
    counts.set(entry.address, count)
    return { ...rest, entry: count === 1 ? entry : { ...entry, address: `${entry.address}~${count}` } }
  })
}

const overviewOf = (report: Report, entries: ReadonlyArray<EntryWithCell>): Overview => ({
  ...tablesOf(report),
  ...(report.coverage !== undefined && { coverage: report.coverage }),
  verdict: report.verdict,
  status: report.status,
  runs: countVerdicts(report.suites.flatMap((suite) => suite.cells.flatMap((cell) => cell.runs))),
  entries: entries.map(({ entry }) => entry),
  notices: report.suites.flatMap((suite) => suite.issues.filter(({ advisory }) => advisory))
})

const tablesOf = ({ suites }: Report): Pick<Overview, "tables"> => {
  const tables = suites.flatMap(({ case_tables = [], suite }) => case_tables.map((table) => ({ ...table, suite })))
  return tables.length === 0 ? {} : { tables }
}

/** Suites with issues of their own, and a verdict that no cell explains. */
const suiteEntries = (report: Report): ReadonlyArray<EntryWithCell> =>
  sections(report).flatMap(({ file, name, rows }) =>
    rows
      .filter((row) => row.cell === undefined && row.decides)
      .map(({ issues, mark, title }) => ({
        entry: {
          kind: "suite" as const,
          address: name,
          verdict: mark === "FAIL" ? "fail" : "none",
          name,
          suite: name,
          ...(file !== undefined && { file }),
          runs: { pass: 0, fail: 0, none: 0 },
          strip: "",
          red: issues.length === 0 ? [title] : [],
          issues
        }
      }))
  )

const shownCell = (
  cell: CellVerdict,
  before: ReadonlyArray<RunVerdict> = [],
  trend: CellTrend | undefined
): ShownCell => ({
  ...cell,
  ...(trend !== undefined && { trend }),
  ...(before.some((run) => run.trace !== undefined) && { before: before.map(earlierRun) })
})

const earlierRun = ({ index, trace, verdict }: RunVerdict): EarlierRun => ({
  index,
  verdict,
  ...(trace !== undefined && { trace })
})

const cellEntry = ({ file, suite }: SuiteVerdict, cell: ShownCell, delta: Delta | undefined): EntryWithCell => ({
  cell,
  entry: {
    kind: "cell",
    address: cell.id,
    verdict: cell.skipped === undefined ? cell.verdict : "skip",
    ...(cell.skipped !== undefined && { skipped: cell.skipped }),
    name: cell.name,
    suite,
    ...(file !== undefined && { file }),
    model: cell.model,
    ...(cell.matrix !== undefined && { matrix: cell.matrix }),
    agent: cell.agent,
    ...(cell.case !== undefined && { case: cell.case }),
    runs: countVerdicts(cell.runs),
    strip: cell.runs.map(({ verdict }) => verdict[0]).join(""),
    red: cell.gates.filter((gate) => gate.verdict !== "pass" && !gate.advisory).map(({ title }) => title),
    issues: cell.issues.filter(({ advisory }) => !advisory),
    ...tracedOf(cell.runs),
    ...(delta !== undefined && { delta }),
    ...(cell.trend?.alarm !== undefined && { worse_since: dayOf(cell.trend.alarm.since) })
  }
})

const tracedOf = (runs: ReadonlyArray<RunVerdict>): Pick<Entry, "tools" | "stops"> => {
  const traces = runs.flatMap(({ trace }) => trace ?? [])
  if (traces.length === 0) return {}
  return {
    tools: [...new Set(traces.flatMap(({ tool_calls }) => tool_calls.map(toolKey)))].toSorted(),
    stops: [...new Set(traces.map(({ stop_reason }) => stop_reason))].toSorted()
  }
}
