/**
 * Runs suites and reports on them together. Comes to the exit code.
 */
import process from "node:process"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Report, SuiteVerdict } from "../domain/Verdict.ts"
import { toRun } from "../plan/compile.ts"
import { reportOf, statusOf, withoutTraces } from "../judge/reportOf.ts"
import * as Budget from "../layers/live/budget.ts"
import type { Reporter } from "../report/Reporter.ts"
import { judgeUntilRed } from "./bail/judgeUntilRed.ts"
import type { CompiledSuite, LoadedSuite, RefusedSuite } from "./compileSuites.ts"
import { cores } from "./cores.ts"
import { exitCode } from "./exitCode.ts"
import { exitCodes } from "./interruption.ts"
import { jsonSchemaFor } from "./jsonSchemaFor.ts"
import { type Mode, modeOf } from "./mode.ts"
import { deliver, outletsOf } from "./outlets.ts"
import { printPlans } from "./printPlans.ts"
import type { RunFlags } from "./flags/runFlags.ts"
import { type JudgedSuite, refusal, runSuite } from "./runSuite.ts"
import { remember } from "./select/LastReport.ts"
import { selectSuites } from "./select/selectSuites.ts"
import type { Part } from "./select/shard.ts"
import { signalled } from "./signals.ts"
import { UsageError } from "./UsageError.ts"
import { eventStream } from "./watch/eventStream.ts"
import { observed } from "./watch/RunObserver.ts"
import { observersOf } from "./watch/observersOf.ts"
import { type World, worldOf } from "./world.ts"

export const runSuites = Effect.fn("runSuites")(function* (
  loaded: ReadonlyArray<LoadedSuite>,
  flags: RunFlags,
  world?: World
) {
  const outlets = yield* outletsOf(flags)
  const mode = yield* modeOf(flags, process.env)
  const concurrency = yield* concurrencyOf(flags, mode)
  yield* checkWorkers(flags)
  const selected = yield* selectSuites(loaded, flags, process.env)
  const { shard, suites } = yield* partOf(selected, flags)
  if (flags.plan) return yield* printPlans(suites)
  const plans = suites.flatMap((one) => ("plan" in one ? [toRun(one.plan)] : []))
  const means = yield* Effect.promise(() => jsonSchemaFor(plans))
  const signal = yield* signalled
  const layers = world ?? worldOf(mode, process.env)
  const traces = outlets.some(({ reporter }) => isAnalysed(reporter, flags) || isTraced(reporter, flags))
  const stop = Effect.asVoid(Deferred.await(signal))
  const options = { concurrency, means, traces, bail: flags.bail, stop }
  const followed = outlets.filter(({ reporter }) => reporter.follow !== undefined)
  const stream = yield* eventStream(followed)
  const judged = yield* Effect.gen(function* () {
    const observers = yield* observersOf(mode, plans, flags, followed.length > 0 ? [stream] : [])
    const judgeOne = (one: CompiledSuite | RefusedSuite) =>
      ("issues" in one
        ? Effect.succeed(refusal(one))
        : observed(observers, one, means)(runSuite(one, layers(one, flags), options))
      ).pipe(Effect.tap(({ verdict }) => stream.judged(verdict)))
    return yield* flags.bail ? judgeUntilRed(suites, judgeOne) : Effect.forEach(suites, judgeOne)
  }).pipe(Effect.scoped, Effect.provide(budget(flags)))
  remember(suites, judged, process.env)
  const status = statusOf(judged)
  const worded = (verdictOf: (one: JudgedSuite) => SuiteVerdict): Report =>
    reportOf(judged.map(verdictOf), status, shard)
  const report = worded((one) => one.verdict)
  /** Traces only where they are shown or asked for: most reports are read without them. */
  const attached = (reporter: Reporter): Report => {
    if (isAnalysed(reporter, flags)) return worded((one) => one.analysed())
    return traces && !isTraced(reporter, flags) ? withoutTraces(report) : report
  }
  yield* stream.ended(report)
  yield* Effect.forEach(
    outlets.filter((outlet) => !followed.includes(outlet)),
    (outlet) => deliver(outlet, attached(outlet.reporter), flags)
  )
  return status === "interrupted" ? exitCodes[yield* Deferred.await(signal)] : exitCode(report)
}, Effect.scoped)

const isAnalysed = ({ showsAnalysis }: Reporter, { withTraces }: RunFlags): boolean =>
  showsAnalysis === true || withTraces

const isTraced = ({ showsTraces }: Reporter, { verbose }: RunFlags): boolean => verbose && showsTraces === true

const budget = ({ maxTokensTotal }: RunFlags): Layer.Layer<never> =>
  maxTokensTotal === undefined ? Layer.empty : Budget.layer(maxTokensTotal)

/** All that was selected, or the part of it that --shard asks for. */
const partOf = (
  suites: ReadonlyArray<CompiledSuite | RefusedSuite>,
  { shard }: RunFlags
): Effect.Effect<Part, UsageError> =>
  shard === undefined
    ? Effect.succeed({ suites })
    : Effect.flatMap(
        Effect.promise(() => import("./select/shard.ts")),
        ({ shardAsked }) => shardAsked(suites, shard)
      )

const checkWorkers = ({ workers }: RunFlags): Effect.Effect<void, UsageError> =>
  workers !== undefined && workers < 0
    ? Effect.fail(new UsageError({ what: `--workers is ${workers}.`, hint: "Give it a whole number from 0." }))
    : Effect.void

const concurrencyOf = Effect.fnUntraced(function* ({ concurrency }: RunFlags, mode: Mode) {
  const asked = concurrency ?? (mode === "replay" ? yield* Effect.promise(cores) : 4)
  if (asked >= 1) return asked
  return yield* new UsageError({ what: `--concurrency is ${asked}.`, hint: "Give it a whole number from 1." })
})
