/**
 * A recording as a report, without its suite: measured as by `passhat score`, and judged by nothing. None of its runs passes.
 */
import type { Recording } from "../../base/domain/recording/Cassette.ts"
import type { CellVerdict, Report } from "../../base/domain/verdict/Verdict.ts"
import { recordedCell } from "../../app/recordings/recordedCell.ts"
import { scoredReport } from "../score/scoredReport.ts"

export const recordingReport = (recording: Recording): Report => {
  const { suites, ...report } = scoredReport([recordedCell(recording)])
  const unjudged = ({ issues, runs, ...cell }: CellVerdict): CellVerdict => ({
    ...cell,
    verdict: "none",
    recorded_at: recording.header.recorded_at,
    // That there is no gate is what a recording is.
    issues: issues.filter(({ code }) => code !== "NO_GATES"),
    runs: runs.map((run) => ({ ...run, verdict: "none" as const }))
  })
  return {
    ...report,
    verdict: "none",
    suites: suites.map((suite) => ({ ...suite, verdict: "none" as const, cells: suite.cells.map(unjudged) }))
  }
}
