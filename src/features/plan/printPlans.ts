/**
 * `--plan`, and `passhat plan --json`: what would be run, as JSON for programs. Nothing is run and no recording is read.
 */
import stringify from "fast-json-stable-stringify"
import * as Effect from "effect/Effect"
import { stopOf } from "../../base/domain/verdict/Metric.ts"
import { compiledIn, type CompiledSuite, issuesIn, type Suites } from "../../app/suites/compileSuites.ts"
import { escapeIndentedJson } from "../../base/std/escape.ts"
import { stderr, stdout } from "../../app/kit/output/output.ts"
import type { HideSecrets } from "../../app/run/hideSecrets.ts"

const stopsEarly = ({ definitions }: CompiledSuite): boolean =>
  [...definitions.values()].some((all) => all.some((one) => stopOf(one) !== undefined))

const withOutlooks = (suites: ReadonlyArray<CompiledSuite>) =>
  Effect.map(
    Effect.promise(() => import("./stopOutlook.ts")),
    ({ withOutlook }) => suites.map((suite) => withOutlook(suite.plan, suite.definitions))
  )

export const printPlans = Effect.fnUntraced(function* (suites: Suites, hide: HideSecrets) {
  const plans = yield* plansOf(suites, hide)
  if (plans === undefined) return 2
  const document: unknown = JSON.parse(stringify(plans.length === 1 ? plans[0] : plans))
  yield* stdout(`${escapeIndentedJson(JSON.stringify(hide(document), null, 2))}\n`)
  return 0
})

/** The plans of suites. Undefined if any is refused, after every reason was printed. */
export const plansOf = Effect.fnUntraced(function* (suites: Suites, hide: HideSecrets) {
  const refused = hide(issuesIn(suites))
  if (refused.length > 0) {
    yield* stderr(refused.map(({ hint, message }) => `${message} ${hint}\n`).join(""))
    return undefined
  }
  const compiled = compiledIn(suites)
  return compiled.some(stopsEarly) ? yield* withOutlooks(compiled) : compiled.map(({ plan }) => plan)
})
