/**
 * `--plan`: what would be run, as JSON for people and programs alike. Nothing is run and no recording is read.
 */
import stringify from "fast-json-stable-stringify"
import * as Effect from "effect/Effect"
import { stopOf } from "../../domain/Metric.ts"
import type { CompiledSuite, RefusedSuite } from "../suites/compileSuites.ts"
import { escapeIndentedJson } from "../../std/escape.ts"
import { stderr, stdout } from "../output/output.ts"
import type { HideSecrets } from "./hideSecrets.ts"

const stopsEarly = ({ definitions }: CompiledSuite): boolean =>
  [...definitions.values()].some((all) => all.some((one) => stopOf(one) !== undefined))

const withOutlooks = (suites: ReadonlyArray<CompiledSuite>) =>
  Effect.map(
    Effect.promise(() => import("./stopOutlook.ts")),
    ({ withOutlook }) => suites.map((suite) => withOutlook(suite.plan, suite.definitions))
  )

export const printPlans = Effect.fnUntraced(function* (
  suites: ReadonlyArray<CompiledSuite | RefusedSuite>,
  hide: HideSecrets
) {
  const refused = hide(suites.flatMap((one) => ("issues" in one ? one.issues : [])))
  if (refused.length > 0) {
    yield* stderr(refused.map(({ hint, message }) => `${message} ${hint}\n`).join(""))
    return 2
  }
  const compiled = suites.flatMap((one) => ("plan" in one ? [one] : []))
  const plans = compiled.some(stopsEarly) ? yield* withOutlooks(compiled) : compiled.map(({ plan }) => plan)
  const document: unknown = JSON.parse(stringify(plans.length === 1 ? plans[0] : plans))
  yield* stdout(`${escapeIndentedJson(JSON.stringify(hide(document), null, 2))}\n`)
  return 0
})
