/**
 * A report that was read back, worded by the reporters that were asked for. Comes to the exit code of its run.
 */
import * as Effect from "effect/Effect"
import type { Report } from "../../domain/Verdict.ts"
import { exitCode } from "../exitCode.ts"
import { deliver, outletsOf } from "../outlets.ts"
import type { RunFlags } from "../flags/runFlags.ts"

export type ReportFlags = Pick<RunFlags, "reporter" | "color" | "quiet" | "verbose">

export const present = Effect.fnUntraced(function* (report: Report, flags: ReportFlags) {
  const outlets = yield* outletsOf(flags)
  yield* Effect.forEach(outlets, (outlet) => deliver(outlet, report, flags))
  return exitCode(report)
})
