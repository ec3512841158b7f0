/**
 * What a queue gets of a suite: its cells without their secrets, so that a worker with another suite can tell the difference.
 */
import * as Effect from "effect/Effect"
import { planFingerprint } from "../../base/domain/plan/fingerprint.ts"
import type { ModelPrice } from "../../base/domain/plan/Prices.ts"
import { cleaned } from "../../engine/layers/record/cleaned.ts"
import { makeRedactor } from "../../engine/layers/record/redact.ts"
import type { PublishedPlan } from "../../engine/services/RunQueue.ts"
import { secretsOfSuites } from "../../app/run/secretsOfSuites.ts"
import type { Environment } from "../../base/std/Environment.ts"
import type { CompiledSuite } from "../../app/suites/compileSuites.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { version } from "../../app/kit/version.ts"
import { headerHere } from "./collect.ts"

export interface Spends {
  /** The name of the budget that its runs spend. */
  readonly budget?: string
  readonly prices?: ReadonlyArray<ModelPrice>
}

/** Fails if a cell cannot be shown without a secret. */
export const publishedPlan = Effect.fnUntraced(function* (
  one: CompiledSuite,
  environment: Environment,
  spends: Spends
) {
  const { suite, whole } = one
  const redactor = makeRedactor(secretsOfSuites([one], environment))
  const cells = yield* Effect.forEach(whole.cells, (cell) => {
    const header = { ...headerHere(suite.name, cell), servers: [] }
    return Effect.fromResult(cleaned(redactor, cell, { file: cell.name, header, runs: [] })).pipe(
      Effect.map(({ header: { fingerprint } }) => ({
        id: cell.id,
        name: cell.name,
        fingerprint: cell.fingerprint,
        parts: fingerprint.parts
      })),
      Effect.mapError(({ issue: { hint, message } }) => new UsageError({ what: message, hint }))
    )
  })
  const plan: PublishedPlan = {
    fingerprint: planFingerprint(whole),
    suite: suite.name,
    passhat: version,
    cells,
    ...spends
  }
  return plan
})
