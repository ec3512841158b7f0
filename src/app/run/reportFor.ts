/**
 * The report that a reporter is given: with traces and analyses, if it shows them or the flags ask for them.
 */
import * as Effect from "effect/Effect"
import type { Report } from "../../base/domain/verdict/Verdict.ts"
import { withoutTraces } from "../../engine/judge/reportOf.ts"
import type { Reporter } from "../../edges/report/Reporter.ts"
import type { RunFlags } from "../flags/runFlags.ts"
import type { JudgedSuite } from "./executeSuite.ts"

/** What a reporter shows beside verdicts. */
export type Shows = Pick<Reporter, "showsAnalysis" | "showsBaseline" | "showsTraces">

/** Traces are in a report only if it shows them, or is asked for them: most reports are read without. */
export const reportFor = (
  reporter: Shows,
  report: Report,
  judged: ReadonlyArray<JudgedSuite>,
  flags: RunFlags
): Effect.Effect<Report> =>
  isAnalysed(reporter, flags)
    ? Effect.map(
        Effect.forEach(judged, ({ analysed }) => analysed),
        (suites) => ({ ...report, suites })
      )
    : Effect.succeed(showsTraces(reporter, flags) ? report : withoutTraces(report))

/** A comparison with a baseline rests on what the runs did, and on what they were run under. */
const isAnalysed = ({ showsAnalysis, showsBaseline }: Shows, { baseline, withTraces }: RunFlags): boolean =>
  showsAnalysis === true || withTraces || (showsBaseline === true && baseline !== undefined)

export const showsTraces = (reporter: Shows, flags: RunFlags): boolean =>
  isAnalysed(reporter, flags) || (flags.verbose && reporter.showsTraces === true)
