/**
 * The trends of the history in a folder: for `passhat history`, and for reporters that draw them.
 */
import * as Effect from "effect/Effect"
import type { Report } from "../../base/domain/verdict/Verdict.ts"
import { trendBuilder } from "./trends.ts"
import type { ReporterTarget } from "../../app/run/reporterTargets.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { readHistory } from "./readHistory.ts"

/** The confidence of an alarm where none is asked for. */
export const CONFIDENCE = 0.99

/** Undefined if it has no row. */
export const trendsIn = Effect.fnUntraced(function* (directory: string, confidence = CONFIDENCE) {
  const { add, trends } = trendBuilder()
  const { rows } = yield* readHistory(directory, add)
  return rows === 0 ? undefined : trends(confidence)
})

export const noHistory = (directory: string): UsageError =>
  new UsageError({
    what: `There is no history in ${directory}.`,
    hint: `Make one with passhat run --history ${directory}.`
  })

/** Of the history that `passhat report --history` names. Nothing is added to it. */
export const trendsFor = Effect.fnUntraced(function* (
  directory: string,
  { suites }: Report,
  targets: ReadonlyArray<ReporterTarget>
) {
  if (!targets.some(({ reporter }) => reporter.showsTrends === true)) {
    return yield* new UsageError({
      what: `--history ${directory} is shown by html, and no such reporter is asked for.`,
      hint: "Add --reporter html=report.html, or leave --history out."
    })
  }
  const trends = yield* trendsIn(directory)
  if (trends === undefined) return yield* noHistory(directory)
  const known = new Set(trends.cells.map(({ cell }) => cell))
  if (suites.some(({ cells }) => cells.some(({ id }) => known.has(id)))) return trends
  return yield* new UsageError({
    what: `The history in ${directory} has no cell of this report.`,
    hint: "Name the history of the same suites, or leave --history out."
  })
})
