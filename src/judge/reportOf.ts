/**
 * One report of many suites.
 */
import type { CellResult } from "../domain/Run.ts"
import { type Report, type SuiteVerdict, worst } from "../domain/Verdict.ts"

export const reportOf = (suites: ReadonlyArray<SuiteVerdict>, status: Report["status"]): Report => ({
  format: "passhat-report",
  version: 1,
  verdict: worst(suites.map((suite) => suite.verdict)),
  status,
  suites
})

/** The same suite with each run's trace, for reporters that show it. */
export const withTraces = (suite: SuiteVerdict, results: ReadonlyArray<CellResult>): SuiteVerdict => ({
  ...suite,
  cells: suite.cells.map((cell) => {
    const runs = results.find((one) => one.cell === cell.id)?.runs ?? []
    return {
      ...cell,
      runs: cell.runs.map((run) => {
        const found = runs.find((one) => one.index === run.index)
        return found !== undefined && "trace" in found ? { ...run, trace: found.trace } : run
      })
    }
  })
})
