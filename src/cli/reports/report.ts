/**
 * `passhat report`: any other report of a json report. Comes to the exit code of its run.
 */
import * as Effect from "effect/Effect"
import type { ValuesOf } from "../flags/commands.ts"
import { present } from "./present.ts"
import { readReport } from "./readReport.ts"

export const report = Effect.fn("report")(function* ({ report: file, ...flags }: ValuesOf<"report">) {
  return yield* present(yield* readReport(file), flags)
})
