/**
 * `--history` of a run: refuses what could not be added, adds the report, and gives the trends to the reporters that show them.
 */
import * as Effect from "effect/Effect"
import type { PlannedRun, RunHooks } from "../../app/run/Feature.ts"
import { addReport, prepareHistory } from "./addToHistory.ts"
import { trendsIn } from "./trendsIn.ts"

export const historyHooks = Effect.fnUntraced(function* (directory: string, { hide, parts, targets }: PlannedRun) {
  yield* prepareHistory(directory, parts)
  return {
    needsTraces: true,
    after: Effect.fnUntraced(function* (shownBy) {
      yield* addReport(directory, hide(yield* shownBy({ showsAnalysis: true })), "The report")
      return targets.some(({ reporter }) => reporter.showsTrends === true) ? { trends: yield* trendsIn(directory) } : {}
    })
  } satisfies RunHooks
})
