/**
 * `--baseline`: an earlier json report, which pages and comments show the differences from. It is read before anything runs.
 */
import * as Effect from "effect/Effect"
import type { Report } from "../../base/domain/verdict/Verdict.ts"
import { layer } from "../../engine/layers/platform/fileSystem.ts"
import { compareSamples } from "../../language/metrics/comparison.ts"
import type { Baseline } from "../../edges/report/Reporter.ts"
import { samplesOfReport } from "./samplesOf.ts"
import type { ReporterTarget } from "../../app/run/reporterTargets.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { readReport } from "../../app/reports/readReport.ts"

/** Compares a report with the baseline; fails if they have no cell in common. */
export type CompareWithBaseline = (report: Report) => Effect.Effect<Baseline, UsageError>

export const readBaseline = Effect.fnUntraced(function* (file: string, targets: ReadonlyArray<ReporterTarget>) {
  if (!targets.some(({ reporter }) => reporter.showsBaseline === true)) {
    return yield* new UsageError({
      what: `--baseline ${file} is shown by html, markdown and github, and no such reporter is asked for.`,
      hint: "Add --reporter html=report.html, or leave --baseline out."
    })
  }
  return yield* comparingWith(file, yield* readReport(file))
}, Effect.provide(layer))

/** Fails for a report that no other can be compared with. */
export const comparingWith = Effect.fnUntraced(function* (name: string, report: Report) {
  const before = samplesOfReport(report)
  const twice = before.find(({ id }, at) => before.findIndex((one) => one.id === id) !== at)
  if (twice !== undefined) {
    return yield* new UsageError({ what: `${name} has the cell ${twice.id} twice.`, hint: "Name another report." })
  }
  return ((now) => {
    const after = samplesOfReport(now)
    return after.some(({ id }) => before.some((one) => one.id === id))
      ? Effect.succeed({ name, report, comparison: compareSamples(before, after, options) })
      : Effect.fail(nothingInCommon(name))
  }) satisfies CompareWithBaseline
})

/** What differs between the two is what the page shows, so that nothing is allowed to: a cell with other conditions gets no verdict. */
const options = { confidence: 0.95, behaviour: true, allowed: [] }

const nothingInCommon = (file: string): UsageError =>
  new UsageError({
    what: `${file} is not comparable: no cell of it is in this report.`,
    hint: "Name a json report of the same suites, made with --with-traces --reporter json=<file>."
  })
