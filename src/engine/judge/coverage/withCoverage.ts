/**
 * Puts the coverage of its runs into a report. With a threshold it has a verdict, which the report's verdict follows.
 */
import type { Coverage } from "../../../base/domain/verdict/Coverage.ts"
import { coverageShares } from "../../../base/domain/verdict/coverageShares.ts"
import type { Report, Verdict } from "../../../base/domain/verdict/Verdict.ts"
import { worst } from "../../../base/domain/verdict/worst.ts"
import { blocking } from "../judgeCell.ts"
import { wasRun } from "../skippedCell.ts"

export const withCoverage = (
  report: Report,
  { runs, servers }: Pick<Coverage, "runs" | "servers">,
  threshold: number | undefined
): Report => {
  const measured: Coverage = { ...coverageShares(servers), runs, servers }
  if (threshold === undefined) return { ...report, coverage: measured }
  const verdict = decideCoverage({ ...measured, threshold }, report)
  return { ...report, coverage: { ...measured, threshold, verdict }, verdict: worst([report.verdict, verdict]) }
}

/**
 * None if there is nothing to reach, if not all that can be reached is known, and if a run is missing: it might have reached more, or have been about
 * another server.
 */
export const decideCoverage = (
  { runs, servers, threshold = 1, total }: Omit<Coverage, "verdict">,
  report: Pick<Report, "status" | "suites">
): Verdict => {
  const isKnown = servers.every(({ tools }) => tools.every(({ incomplete }) => incomplete !== true))
  if (total.of === 0 || !isKnown || !isObserved(runs, report)) return "none"
  return total.reached / total.of >= threshold ? "pass" : "fail"
}

/** Whether `runs` are all runs of the report, and each of its cells that was to be run has some. */
const isObserved = (runs: number, { status, suites }: Pick<Report, "status" | "suites">): boolean => {
  const cells = suites.flatMap((suite) => suite.cells.filter(wasRun))
  return (
    status === "complete" &&
    suites.every(({ issues }) => blocking(issues).length === 0) &&
    cells.every((cell) => cell.runs.length > 0) &&
    cells.reduce((sum, cell) => sum + cell.runs.length, 0) === runs
  )
}
