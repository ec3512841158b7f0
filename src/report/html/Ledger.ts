/**
 * The contents of the page: every cell and every suite that could not be run, what is red first.
 */
import type { Issue } from "../../domain/Issue.ts"
import type { MatrixPlace } from "../../domain/Plan.ts"
import type { CellVerdict, Report, RunVerdict, SuiteVerdict, Verdict } from "../../domain/Verdict.ts"
import { sections } from "../sections.ts"

export interface Ledger {
  readonly verdict: Verdict
  readonly status: Report["status"]
  readonly runs: Counts
  readonly entries: ReadonlyArray<Entry>
  /** What was noticed of suites, and decides nothing. */
  readonly notices: ReadonlyArray<Issue>
}

/** A skipped cell has no verdict, and is not red. */
export type Outcome = Verdict | "skip"

export type Counts = Readonly<Record<Verdict, number>>

/** A cell, or a suite's own row where something is wrong with the suite itself. */
export interface Entry {
  readonly kind: "cell" | "suite"
  readonly verdict: Outcome
  readonly name: string
  readonly suite: string
  readonly file?: string
  readonly model?: string
  /** Where the cell stands in a table of faults. */
  readonly matrix?: MatrixPlace
  readonly runs: Counts
  /** The verdicts of the runs as letters: p, f, n. */
  readonly strip: string
  /** Why the cell was not run. */
  readonly skipped?: string
  /** The gates that do not pass. */
  readonly red: ReadonlyArray<string>
  readonly issues: ReadonlyArray<Issue>
}

/** An entry and the cell that it is of, if any. */
export interface Listed {
  readonly entry: Entry
  readonly cell?: CellVerdict
}

const rank: Readonly<Record<Outcome, number>> = { fail: 0, none: 1, pass: 2, skip: 3 }

/** Whether it stands in the way of a pass. */
export const isRedEntry = ({ verdict }: Pick<Entry, "verdict">): boolean => verdict === "fail" || verdict === "none"

/** In the order of the report, but for the verdicts. */
export const listed = (report: Report): ReadonlyArray<Listed> =>
  [...suiteRows(report), ...report.suites.flatMap((suite) => suite.cells.map((cell) => ofCell(suite, cell)))].toSorted(
    (a, b) => rank[a.entry.verdict] - rank[b.entry.verdict]
  )

export const ledgerOf = (report: Report, entries: ReadonlyArray<Listed>): Ledger => ({
  verdict: report.verdict,
  status: report.status,
  runs: counts(report.suites.flatMap((suite) => suite.cells.flatMap((cell) => cell.runs))),
  entries: entries.map(({ entry }) => entry),
  notices: report.suites.flatMap((suite) => suite.issues.filter(({ advisory }) => advisory))
})

/** What stands in the way of a suite as a whole, and a verdict that nothing in the report accounts for. */
const suiteRows = (report: Report): ReadonlyArray<Listed> =>
  sections(report).flatMap(({ file, name, rows }) =>
    rows
      .filter((row) => row.cell === undefined && row.decides)
      .map(({ issues, mark, title }) => ({
        entry: {
          kind: "suite" as const,
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

const ofCell = ({ file, suite }: SuiteVerdict, cell: CellVerdict): Listed => ({
  cell,
  entry: {
    kind: "cell",
    verdict: cell.skipped === undefined ? cell.verdict : "skip",
    ...(cell.skipped !== undefined && { skipped: cell.skipped }),
    name: cell.name,
    suite,
    ...(file !== undefined && { file }),
    model: cell.model,
    ...(cell.matrix !== undefined && { matrix: cell.matrix }),
    runs: counts(cell.runs),
    strip: cell.runs.map(({ verdict }) => verdict[0]).join(""),
    red: cell.gates.filter((gate) => gate.verdict !== "pass" && !gate.advisory).map(({ title }) => title),
    issues: cell.issues.filter(({ advisory }) => !advisory)
  }
})

const counts = (runs: ReadonlyArray<RunVerdict>): Counts => {
  const count = (verdict: Verdict): number => runs.filter((run) => run.verdict === verdict).length
  return { pass: count("pass"), fail: count("fail"), none: count("none") }
}
