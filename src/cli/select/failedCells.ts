/**
 * `--failed`: the cells that were red when they were last judged.
 */
import * as Effect from "effect/Effect"
import type { CompiledSuite, RefusedSuite } from "../suites/compileSuites.ts"
import type { Environment } from "../run/mode.ts"
import { UsageError } from "../UsageError.ts"
import type { Choice } from "./Choice.ts"
import { lastReport, wasRed } from "./LastReport.ts"

/** Refused where nothing was red: what selects nothing is no pass. */
export const failedCells = Effect.fnUntraced(function* (
  suites: ReadonlyArray<CompiledSuite | RefusedSuite>,
  environment: Environment
) {
  const roots = [...new Set(suites.map(({ project }) => project.root))]
  const reports = roots.map((root) => lastReport(root, environment))
  const choice: Choice = {
    asked: "--failed",
    takes: ({ id }, { root }) => {
      const last = reports[roots.indexOf(root)]
      return last !== undefined && wasRed(last, id)
    }
  }
  const red = suites.some((one) => "issues" in one || one.whole.cells.some((cell) => choice.takes(cell, one.project)))
  return red
    ? choice
    : yield* new UsageError({
        what: "Nothing in these suites was red when it was last judged, if it ever was.",
        hint: "Run without --failed to judge all of it."
      })
})
