/**
 * Performs the runs of an agent at a stand-in for its provider.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Agent, ending, runs, suite } from "passhat"
import type { RunResult } from "../../src/base/domain/recording/Run.ts"
import * as Budget from "../../src/engine/layers/live/budget.ts"
import * as LiveModel from "../../src/engine/layers/live/model.ts"
import { text } from "../../src/engine/layers/scripted/toolHub.ts"
import * as ScriptedTools from "../../src/engine/layers/scripted/toolHub.ts"
import { execute } from "../../src/engine/run/execute.ts"
import { nothingRecorded } from "../../test/cells.ts"
import { compiledOf } from "../../test/suites.ts"

export interface Performance {
  readonly runs: number
  readonly slots: number
  /** Of tokens. */
  readonly budget: number
}

/** In the order in which they ended. */
export const performedAt = async (
  url: string,
  one: Agent<never>,
  { budget, runs: count, slots }: Performance
): Promise<ReadonlyArray<RunResult>> => {
  const { plan } = compiledOf(suite("s", one.pipe(runs(count), ending())))
  const results: Array<RunResult> = []
  const sink = () => ({
    take: (result: RunResult) => void results.push(result),
    clear: () => {},
    finish: () => undefined
  })
  await execute(plan, { concurrency: slots, stop: Effect.never, sink }).pipe(
    Effect.provide(
      Layer.mergeAll(
        nothingRecorded,
        LiveModel.layer({ ANTHROPIC_API_KEY: "stand-in", ANTHROPIC_BASE_URL: url }),
        ScriptedTools.layer({ weather: { get_weather: () => text("sunny") } }),
        Budget.layer(budget)
      )
    ),
    Effect.runPromise
  )
  return results
}
