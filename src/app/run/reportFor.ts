/**
 * The report that a reporter is given: with traces and analyses, if it shows them or the flags ask for them.
 */
import * as Effect from "effect/Effect"
import type { Report } from "../../base/domain/verdict/Verdict.ts"
import { withoutTraces } from "../../engine/judge/reportOf.ts"
import type { Reporter } from "../../edges/report/Reporter.ts"
import type { JudgedSuite } from "./executeSuite.ts"
import type { PreparedRun } from "./prepareRun.ts"

/** What a reporter shows beside verdicts. */
export type Shows = Pick<Reporter, "showsAnalysis" | "showsBaseline" | "showsTraces">

/** The parts of a run that ask for traces. */
type RunParts = Pick<PreparedRun, "flags" | "hooks">

/** Traces are in a report only if it shows them, or is asked for them: most reports are read without. */
export const reportFor = (
  reporter: Shows,
  report: Report,
  judged: ReadonlyArray<JudgedSuite>,
  run: RunParts
): Effect.Effect<Report> =>
  isAnalysed(reporter, run)
    ? Effect.map(
        Effect.forEach(judged, ({ analysed }) => analysed),
        (suites) => ({ ...report, suites })
      )
    : Effect.succeed(showsTraces(reporter, run) ? report : withoutTraces(report))

/** A comparison with a baseline rests on what the runs did, and on what they were run under. */
const isAnalysed = ({ showsAnalysis, showsBaseline }: Shows, { flags, hooks }: RunParts): boolean =>
  showsAnalysis === true ||
  flags.withTraces ||
  (showsBaseline === true && hooks.some(({ comparesReports }) => comparesReports === true))

export const showsTraces = (reporter: Shows, run: RunParts): boolean =>
  isAnalysed(reporter, run) || (run.flags.verbose && reporter.showsTraces === true)
