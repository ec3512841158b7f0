/**
 * `passhat recommend-runs`: how many runs a claim about a pass rate takes.
 */
import * as Effect from "effect/Effect"
import { recommendRuns as forBand, runsForFloor } from "../../language/metrics/runCounts.ts"
import type { ValuesOf } from "../../app/flags/commands.ts"
import { stdout } from "../../app/kit/output/output.ts"
import { UsageError } from "../../app/kit/UsageError.ts"

export const recommendRuns = Effect.fnUntraced(function* ({
  confidence,
  floor,
  halfWidth
}: ValuesOf<"recommend-runs">) {
  const answers = [
    halfWidth !== undefined && {
      runs: forBand({ halfWidth, confidence }),
      claim: `pin the pass rate to within ${halfWidth} either way`
    },
    floor !== undefined && {
      runs: runsForFloor(floor, confidence),
      claim: `show a pass rate of at least ${floor}, if all of them pass`
    }
  ].filter((answer) => answer !== false)
  if (answers.length === 0) {
    return yield* new UsageError({
      what: "Nothing is asked for.",
      hint: "Give --half-width 0.05, --floor 0.9, or both."
    })
  }
  if (answers.some(({ runs }) => runs === undefined)) {
    return yield* new UsageError({
      what: "There is no such number of runs.",
      hint: "The half-width, the floor and the confidence lie between 0 and 1."
    })
  }
  yield* stdout(answers.map(({ claim, runs }) => `${runs} runs ${claim}, with confidence ${confidence}\n`).join(""))
  return 0
})
