/**
 * How many runs a claim takes.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { recommendRuns as forBand, runsForFloor } from "../../metrics/runCounts.ts"
import { stdout } from "../output.ts"
import { Usage } from "../Usage.ts"

export interface Asked {
  readonly halfWidth: Option.Option<number>
  readonly floor: Option.Option<number>
  readonly confidence: number
}

export const recommendRuns = Effect.fnUntraced(function* ({ confidence, floor, halfWidth }: Asked) {
  const answers = [
    ...Option.toArray(halfWidth).map((width) => ({
      runs: forBand({ halfWidth: width, confidence }),
      claim: `pin the pass rate to within ${width} either way`
    })),
    ...Option.toArray(floor).map((least) => ({
      runs: runsForFloor(least, confidence),
      claim: `show a pass rate of at least ${least}, if all of them pass`
    }))
  ]
  if (answers.length === 0) {
    return yield* new Usage({ what: "Nothing is asked for.", hint: "Give --half-width 0.05, --floor 0.9, or both." })
  }
  if (answers.some(({ runs }) => runs === undefined)) {
    return yield* new Usage({
      what: "There is no such number of runs.",
      hint: "The half-width, the floor and the confidence lie between 0 and 1."
    })
  }
  yield* stdout(answers.map(({ claim, runs }) => `${runs} runs ${claim}, with confidence ${confidence}\n`).join(""))
  return 0
})
