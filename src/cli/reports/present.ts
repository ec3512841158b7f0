/**
 * A report that was read back, worded by the reporters that were asked for. Comes to the exit code of its run.
 */
import * as Effect from "effect/Effect"
import type { Report } from "../../domain/Verdict.ts"
import { exitCode } from "../exitWith.ts"
import { deliver, reporterTargets } from "../output/reporterTargets.ts"
import type { RunFlags } from "../flags/runFlags.ts"

export type ReportFlags = Pick<RunFlags, "reporter" | "color" | "quiet" | "verbose">

export const present = Effect.fnUntraced(function* (report: Report, flags: ReportFlags) {
  const targets = yield* reporterTargets(flags)
  yield* Effect.forEach(targets, (target) => deliver(target, report, flags))
  return exitCode(report)
})
