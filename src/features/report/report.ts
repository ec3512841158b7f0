/**
 * `passhat report`: makes any other report of a json report. Returns the exit code of its run.
 */
import * as Effect from "effect/Effect"
import type { Report } from "../../base/domain/verdict/Verdict.ts"
import { exitCode } from "../../app/kit/exitWith.ts"
import type { reportRow } from "./commands.ts"
import type { Values } from "../../app/flags/Flag.ts"
import { lazily } from "../../app/kit/lazily.ts"
import { baselineAsked } from "../compare/baseline.ts"
import { deliverAll, reporterTargets } from "../../app/run/reporterTargets.ts"
import { readReport } from "../../app/reports/readReport.ts"

export const report = Effect.fn("report")(function* ({ history, report: file, ...flags }: Values<typeof reportRow>) {
  return yield* present(yield* readReport(file), flags, history)
})

/** Writes a report with every reporter that the flags name. */
export const present = Effect.fnUntraced(function* (
  read: Report,
  flags: Omit<Values<typeof reportRow>, "history" | "report">,
  history?: string
) {
  const targets = yield* reporterTargets(flags)
  const compared = yield* baselineAsked(flags.baseline, targets)
  const trends = history === undefined ? undefined : yield* trendsFor(history, read, targets)
  yield* deliverAll(targets, () => Effect.succeed(read), flags, { compared, trends })
  return exitCode(read)
})

const trendsFor = lazily(() => import("../history/trendsIn.ts"), "trendsFor")
