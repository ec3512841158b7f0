/**
 * `--failed`: the cells that were red when they were last judged.
 */
import * as Effect from "effect/Effect"
import type { CompiledSuite, RefusedSuite } from "../compileSuites.ts"
import type { Environment } from "../mode.ts"
import { Usage } from "../Usage.ts"
import type { Choice } from "./Choice.ts"
import { lastReport, wasRed } from "./LastReport.ts"

/** Refused where there was nothing red, or no report: what selects nothing is no pass. */
export const failedCells = Effect.fnUntraced(function* (
  suites: ReadonlyArray<CompiledSuite | RefusedSuite>,
  environment: Environment
) {
  const roots = [...new Set(suites.map(({ project }) => project.root))]
  const reports = roots.map((root) => lastReport(root, environment))
  if (reports.every((one) => one === undefined)) {
    return yield* new Usage({
      what: "--failed needs a last report, and there is none of this project.",
      hint: "Run without --failed first."
    })
  }
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
    : yield* new Usage({
        what: "Nothing was red in the last report of these suites.",
        hint: "Run without --failed to judge them again."
      })
})
