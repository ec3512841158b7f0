/**
 * The report of one run of passhat, from the verdicts of its suites.
 */
import type { Report, RunVerdict, Shard, SuiteVerdict } from "../../base/domain/verdict/Verdict.ts"
import { worst } from "../../base/domain/verdict/worst.ts"

export const reportOf = (suites: ReadonlyArray<SuiteVerdict>, status: Report["status"], shard?: Shard): Report => ({
  format: "passhat-report",
  version: 1,
  verdict: worst(suites.map((suite) => suite.verdict)),
  status,
  suites,
  ...(shard !== undefined && { shard })
})

/** "interrupted" if any part was, else "bailed" if any part was, else "complete". */
export const statusOf = (parts: ReadonlyArray<Pick<Report, "status">>): Report["status"] =>
  (["interrupted", "bailed"] as const).find((status) => parts.some((one) => one.status === status)) ?? "complete"

/** The same report without the runs' traces, for reporters that do not show them. */
export const withoutTraces = (report: Report): Report => ({
  ...report,
  suites: report.suites.map((suite) => ({
    ...suite,
    cells: suite.cells.map(({ recorded_at: _, ...cell }) => ({ ...cell, runs: cell.runs.map(untraced) }))
  }))
})

const untraced = ({ recorded: _, trace: __, ...run }: RunVerdict): RunVerdict => run
