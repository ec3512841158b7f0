/**
 * `passhat report`: makes any other report of a json report. Returns the exit code of its run.
 */
import * as Effect from "effect/Effect"
import type { Report } from "../../base/domain/verdict/Verdict.ts"
import { exitCode } from "../../app/kit/exitWith.ts"
import type { ValuesOf } from "../../app/flags/commands.ts"
import { lazily } from "../../app/kit/lazily.ts"
import { baselineAsked, deliverAll, reporterTargets } from "../../app/run/reporterTargets.ts"
import { readReport } from "../../app/reports/readReport.ts"

export const report = Effect.fn("report")(function* ({ history, report: file, ...flags }: ValuesOf<"report">) {
  return yield* present(yield* readReport(file), flags, history)
})

/** Writes a report with every reporter that the flags name. */
export const present = Effect.fnUntraced(function* (
  read: Report,
  flags: Omit<ValuesOf<"report">, "history" | "report">,
  history?: string
) {
  const targets = yield* reporterTargets(flags)
  const compared = yield* baselineAsked(flags, targets)
  const trends = history === undefined ? undefined : yield* trendsFor(history, read, targets)
  yield* deliverAll(targets, () => Effect.succeed(read), flags, { compared, trends })
  return exitCode(read)
})

const trendsFor = lazily(() => import("../history/trendsIn.ts"), "trendsFor")
