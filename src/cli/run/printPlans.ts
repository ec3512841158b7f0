/**
 * `--plan`: what would be run, as JSON for people and programs alike. Nothing is run and no recording is read.
 */
import stringify from "fast-json-stable-stringify"
import * as Effect from "effect/Effect"
import type { CompiledSuite, RefusedSuite } from "../suites/compileSuites.ts"
import { stderr, stdout } from "../output/output.ts"
import type { HideSecrets } from "./hideSecrets.ts"

export const printPlans = Effect.fnUntraced(function* (
  suites: ReadonlyArray<CompiledSuite | RefusedSuite>,
  hide: HideSecrets
) {
  const refused = hide(suites.flatMap((one) => ("issues" in one ? one.issues : [])))
  if (refused.length > 0) {
    yield* stderr(refused.map(({ hint, message }) => `${message} ${hint}\n`).join(""))
    return 2
  }
  const plans = suites.flatMap((one) => ("plan" in one ? [one.plan] : []))
  const document: unknown = JSON.parse(stringify(plans.length === 1 ? plans[0] : plans))
  yield* stdout(`${JSON.stringify(hide(document), null, 2)}\n`)
  return 0
})
