/**
 * Runs suites and reports on them together. What a feature has to do with a run, it does by its hooks: this file folds them, and knows
 * none of them.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import { reportOf, statusOf } from "../../engine/judge/reportOf.ts"
import { isReplay } from "../../engine/services/LiveParts.ts"
import { toRun } from "../../language/plan/compile.ts"
import type { RunFlags } from "../flags/runFlags.ts"
import { exitCode } from "../kit/exitWith.ts"
import { exitCodes, firstSignal } from "../kit/interruption.ts"
import { remember } from "../select/LastReport.ts"
import { type AnySuite, compiledIn, type LoadedSuite } from "../suites/compileSuites.ts"
import { jsonSchemaFor } from "../suites/schemasFor.ts"
import type { Around, Beside, ShownBy } from "./Feature.ts"
import { type ExecuteOptions, executeSuite, judgedOver, type JudgedSuite, refusal } from "./executeSuite.ts"
import { withoutSecrets } from "./hideSecrets.ts"
import { refuseOtherMode } from "./modeAtStart.ts"
import { observers } from "./observers.ts"
import { insteadOf, prepareRun, type PreparedRun } from "./prepareRun.ts"
import { reportFor, showsTraces } from "./reportFor.ts"
import { deliverAll, type ReporterTarget, reporterTargets } from "./reporterTargets.ts"
import { judgeUntilRed } from "./untilRed.ts"
import { type LayerOptions, withLayers } from "./withLayers.ts"

/** Returns the exit code. */
export const runSuites = Effect.fnUntraced(function* (loaded: ReadonlyArray<LoadedSuite>, flags: RunFlags) {
  yield* refuseOtherMode
  const targets = yield* reporterTargets(flags)
  const run = yield* prepareRun(loaded, { flags, targets, ownsProcess: true })
  const instead = insteadOf(run)
  if (instead !== undefined) return yield* instead
  const signal = yield* firstSignal
  const report = yield* reportOn(run, { ownsProcess: true, stop: Effect.asVoid(signal) })
  return report.status === "interrupted" ? exitCodes[yield* signal] : exitCode(report)
}, Effect.scoped)

/** Who asks: a command, whose process is passhat's own, or a program that goes on afterwards. */
export type Caller = Pick<LayerOptions, "ownsProcess" | "stop">

/** Judges suites, writes what the reporters make of it, and returns the report. */
export const reportOn = Effect.fnUntraced(function* (run: PreparedRun, caller: Caller) {
  const { environment, flags, hide, hooks, shard, suites } = run
  const targets = run.targets.map(withoutSecrets(hide))
  const { ended, hasTraces, judged } = yield* Effect.scoped(judgeSuites(run, targets, caller))
  remember(suites, judged, environment)
  const verdicts = judged.map(({ verdict }) => verdict)
  let report = reportOf(verdicts, statusOf(judged), shard)
  for (const hook of hooks) report = yield* hook.report?.(report) ?? Effect.succeed(report)
  const streamed = yield* Effect.result(ended(report))
  const written = targets.filter(({ reporter }) => reporter.follow === undefined)
  const shownBy: ShownBy = (reporter) => (hasTraces ? reportFor(reporter, report, judged, run) : Effect.succeed(report))
  const kept = yield* Effect.forEach(hooks, ({ after }) =>
    Effect.result(after?.(shownBy) ?? Effect.succeed<Beside>({}))
  )
  const beside: Beside = Object.assign({}, ...kept.map((one) => (Result.isSuccess(one) ? one.success : {})))
  yield* deliverAll(written, shownBy, flags, beside)
  // What could be written is written before anything fails.
  yield* Effect.fromResult(streamed)
  yield* Effect.forEach(kept, Effect.fromResult)
  return hide(yield* shownBy({}))
})

const judgeSuites = Effect.fnUntraced(function* (
  { concurrency, environment, flags, hooks, parts, suites }: PreparedRun,
  targets: ReadonlyArray<ReporterTarget>,
  { ownsProcess, stop }: Caller
) {
  const plans = compiledIn(suites).map(({ plan }) => toRun(plan))
  const options: ExecuteOptions = {
    concurrency,
    stop,
    bail: flags.bail,
    counters: hooks.flatMap(({ counter }) => counter ?? []),
    sinks: hooks.flatMap(({ sink }) => sink ?? []),
    means: yield* Effect.promise(() => jsonSchemaFor(suites.map(({ suite }) => suite))),
    traces:
      flags.withTraces ||
      hooks.some(({ needsTraces }) => needsTraces === true) ||
      targets.some(({ reporter }) => showsTraces(reporter, { flags, hooks })),
    locations: targets.some(({ reporter }) => reporter.showsLocations === true)
  }
  // Only where code of the suite runs agents and servers: it loads the streams of the runtime.
  if (!isReplay(parts) && targets.some(({ file }) => file === undefined)) yield* printToStderr
  const isQuiet = flags.quiet || !ownsProcess
  const { ended, observed, suiteJudged } = yield* observers(parts, plans, targets, isQuiet, options.means)
  const layers: LayerOptions = { parts, environment, ownsProcess, stop, cassettes: flags.cassettes }
  const judgeOne = Effect.fnUntraced(function* (one: AnySuite) {
    if (one._tag === "refused") return refusal(one)
    const capabilities = yield* Effect.forEach(hooks, (hook) => hook.capabilities?.(one) ?? Effect.succeed({}))
    const means = Object.assign({}, options.means, ...capabilities)
    const [store] = hooks.flatMap((hook) => hook.store?.(one) ?? [])
    const work = executeSuite(one, { ...options, means }).pipe(observed(one))
    return judgedOver(one, yield* withLayers(one, { ...layers, store }, work))
  })
  const judgeAndTell = (one: AnySuite): Effect.Effect<JudgedSuite> =>
    Effect.tap(judgeOne(one), ({ verdict }) => suiteJudged(verdict))
  const judging = flags.bail ? judgeUntilRed(suites, judgeAndTell) : Effect.forEach(suites, judgeAndTell)
  const around = hooks.flatMap((hook): ReadonlyArray<Around> => (hook.around === undefined ? [] : [hook.around]))
  return {
    judged: yield* around.reduce<Effect.Effect<ReadonlyArray<JudgedSuite>, never, Scope.Scope>>(
      (work, wrap) => wrap(work),
      judging
    ),
    ended,
    hasTraces: options.traces
  }
})

const printToStderr = Effect.flatMap(
  Effect.promise(() => import("../kit/output/printToStderr.ts")),
  (loaded) => loaded.printToStderr
)
