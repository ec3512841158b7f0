/**
 * Runs suites and reports on them together. Comes to the exit code.
 */
import { availableParallelism } from "node:os"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { reportOf, withTraces } from "../judge/reportOf.ts"
import { compileSuites, type LoadedSuite } from "./compileSuites.ts"
import { jsonSchemaFor } from "./jsonSchemaFor.ts"
import { deliver, outletsOf } from "./outlets.ts"
import { printPlans } from "./printPlans.ts"
import type { RunFlags } from "./runFlags.ts"
import { refusal, runSuite } from "./runSuite.ts"
import { exitCodes, signalled } from "./signals.ts"
import { Usage } from "./Usage.ts"
import { replay, type World } from "./world.ts"

const verdictCodes = { pass: 0, fail: 1, none: 2 }

export const runSuites = Effect.fn("runSuites")(function* (
  loaded: ReadonlyArray<LoadedSuite>,
  flags: RunFlags,
  world: World = replay
) {
  const outlets = yield* outletsOf(flags)
  const concurrency = yield* concurrencyOf(flags)
  const suites = compileSuites(loaded, flags)
  if (flags.plan) return yield* printPlans(suites)
  const means = yield* jsonSchemaFor(suites.flatMap((one) => ("plan" in one ? [one.plan] : [])))
  const signal = yield* signalled
  const options = { concurrency, means, stop: Effect.asVoid(Deferred.await(signal)) }
  const judged = yield* Effect.forEach(suites, (one) =>
    "issues" in one ? Effect.succeed(refusal(one)) : runSuite(one, world(one.project, flags), options)
  )
  const status = judged.some((one) => one.status === "interrupted") ? "interrupted" : "complete"
  const report = reportOf(
    judged.map((one) => one.verdict),
    status
  )
  const traced = reportOf(
    judged.map((one) => withTraces(one.verdict, one.results)),
    status
  )
  yield* Effect.forEach(outlets, (outlet) =>
    deliver(outlet, flags.verbose && outlet.reporter.showsTraces === true ? traced : report, flags)
  )
  return status === "interrupted" ? exitCodes[yield* Deferred.await(signal)] : verdictCodes[report.verdict]
}, Effect.scoped)

const concurrencyOf = ({ concurrency }: RunFlags): Effect.Effect<number, Usage> => {
  const asked = Option.getOrElse(concurrency, availableParallelism)
  return asked >= 1
    ? Effect.succeed(asked)
    : Effect.fail(new Usage({ what: `--concurrency is ${asked}.`, hint: "Give it a whole number from 1." }))
}
