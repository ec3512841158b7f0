/**
 * Runs suites and reports on them together: flags, selection, layers, interpreter, report, exit code.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import type { Capabilities } from "../../base/domain/verdict/Metric.ts"
import type { Plan } from "../../base/domain/plan/Plan.ts"
import type { Report } from "../../base/domain/verdict/Verdict.ts"
import { reportOf, statusOf } from "../../engine/judge/reportOf.ts"
import { toRun } from "../../language/plan/compile.ts"
import { isReplay, type LiveParts } from "../../engine/services/LiveParts.ts"
import { exitCode } from "../kit/exitWith.ts"
import type { RunFlags } from "../flags/runFlags.ts"
import { baselineAsked, deliverAll, type ReporterTarget, reporterTargets } from "./reporterTargets.ts"
import type { CompareWithBaseline } from "../../features/compare/baseline.ts"
import { remember } from "../select/LastReport.ts"
import { jsonSchemaFor } from "../suites/schemasFor.ts"
import { type AnySuite, compiledIn, type CompiledSuite, type LoadedSuite } from "../suites/compileSuites.ts"
import type { UsageError } from "../kit/UsageError.ts"
import { type Over, withLayers } from "./withLayers.ts"
import { type Choice, choose, prepareLive, probe } from "./resolveRun.ts"
import { type HideSecrets, withoutSecrets } from "./hideSecrets.ts"
import { exitCodes, firstSignal } from "../kit/interruption.ts"
import { judgedOver, type JudgedSuite, judgeSuite, type JudgeOptions, refusal } from "./executeSuite.ts"
import { refuseOtherMode } from "./modeAtStart.ts"
import { observers } from "./observers.ts"
import { reportFor, type Shows, showsTraces } from "./reportFor.ts"
import { judgeUntilRed } from "./untilRed.ts"
import { lazily } from "../kit/lazily.ts"

/** Returns the exit code. */
export const runSuites = Effect.fnUntraced(function* (loaded: ReadonlyArray<LoadedSuite>, flags: RunFlags) {
  yield* refuseOtherMode
  const asked = yield* reporterTargets(flags)
  const compared = yield* baselineAsked(flags, asked)
  const chosen = yield* choose(loaded, flags)
  if (flags.plan) return yield* printPlans(chosen.suites, chosen.hide)
  if (flags.history !== undefined) yield* prepareHistory(flags.history, chosen.parts)
  if (!isReplay(chosen.parts)) {
    yield* prepareLive(chosen, flags, true)
    yield* probe(chosen, flags)
  }
  const signal = yield* firstSignal
  const report = yield* reportOn(chosen, asked, flags, { ownsProcess: true, stop: Effect.asVoid(signal), compared })
  return report.status === "interrupted" ? exitCodes[yield* signal] : exitCode(report)
}, Effect.scoped)

/** Who asks: a command, whose process is passhat's own, or a program that goes on afterwards. */
export interface Caller extends Pick<Over, "ownsProcess" | "stop"> {
  /** Undefined where no baseline is given. */
  readonly compared?: CompareWithBaseline | undefined
}

/** Judges suites, writes what the reporters make of it, and returns the report. */
export const reportOn = Effect.fnUntraced(function* (
  choice: Choice,
  asked: ReadonlyArray<ReporterTarget>,
  flags: RunFlags,
  caller: Caller
) {
  const { environment, hide, shard, suites } = choice
  const targets = asked.map(withoutSecrets(hide))
  const coverage = asksCoverage(flags) ? yield* coverageAsked(suites, flags) : undefined
  const counter = coverage?.counter
  const { ended, hasTraces, judged } = yield* Effect.scoped(judgeSuites(choice, targets, flags, caller, counter))
  remember(suites, judged, environment)
  const judgedReport = yield* withCost(
    reportOf(
      judged.map(({ verdict }) => verdict),
      statusOf(judged),
      shard
    )
  )
  const report = coverage?.covered(judgedReport) ?? judgedReport
  const streamed = yield* Effect.result(ended(report))
  const written = targets.filter(({ reporter }) => reporter.follow === undefined)
  const shownBy = (reporter: Shows): Effect.Effect<Report> =>
    hasTraces ? reportFor(reporter, report, judged, flags) : Effect.succeed(report)
  const kept = yield* Effect.result(keepHistory(flags, written, shownBy, hide))
  const trends = Result.isSuccess(kept) ? kept.success : undefined
  yield* deliverAll(written, shownBy, flags, { compared: caller.compared, trends })
  yield* Effect.fromResult(streamed)
  yield* Effect.fromResult(kept)
  return hide(yield* shownBy({}))
})

const withCost = (report: Report): Effect.Effect<Report> =>
  report.suites.every(({ cells }) => cells.every(({ cost }) => cost === undefined))
    ? Effect.succeed(report)
    : Effect.map(
        Effect.promise(() => import("../../engine/judge/costs.ts")),
        ({ reportCost }) => ({ ...report, ...reportCost(report.suites) })
      )

/** Refuses what could not be added later, before anything is run. */
const prepareHistory = lazily(() => import("../../features/history/addToHistory.ts"), "prepareHistory")

const addReport = lazily(() => import("../../features/history/addToHistory.ts"), "addReport")

const trendsIn = lazily(() => import("../../features/history/trendsIn.ts"), "trendsIn")

/** Returns the trends with what was added, if a reporter shows them. */
const keepHistory = Effect.fnUntraced(function* (
  { history }: RunFlags,
  targets: ReadonlyArray<ReporterTarget>,
  shownBy: (reporter: Shows) => Effect.Effect<Report>,
  hide: HideSecrets
) {
  if (history === undefined) return undefined
  yield* addReport(history, hide(yield* shownBy({ showsAnalysis: true })), "The report")
  if (!targets.some(({ reporter }) => reporter.showsTrends === true)) return undefined
  return yield* trendsIn(history)
})

const judgeSuites = Effect.fnUntraced(function* (
  { concurrency, environment, parts, suites }: Choice,
  targets: ReadonlyArray<ReporterTarget>,
  flags: RunFlags,
  { ownsProcess, stop }: Caller,
  counter: JudgeOptions["counter"]
) {
  const plans = compiledIn(suites).map(({ plan }) => toRun(plan))
  const limited = yield* withLimits(flags, plans, parts)
  const options: JudgeOptions = {
    concurrency,
    stop,
    bail: flags.bail,
    counter,
    means: yield* Effect.promise(() => jsonSchemaFor(suites.map(({ suite }) => suite))),
    traces:
      flags.withTraces || flags.history !== undefined || targets.some(({ reporter }) => showsTraces(reporter, flags)),
    locations: targets.some(({ reporter }) => reporter.showsLocations === true)
  }
  // Only where code of the suite runs agents and servers: it loads the streams of the runtime.
  if (!isReplay(parts) && targets.some(({ file }) => file === undefined)) yield* printingToStderr
  const isQuiet = flags.quiet || !ownsProcess
  const { ended, observed, suiteJudged } = yield* observers(parts, plans, targets, isQuiet, options.means)
  const over: Over = { parts, environment, ownsProcess, stop, cassettes: flags.cassettes }
  const storeOf = flags.queue === undefined ? undefined : yield* queueStores(flags.queue, parts)
  const judgeOne = (one: AnySuite): Effect.Effect<JudgedSuite> =>
    (one._tag === "refused"
      ? Effect.succeed(refusal(one))
      : Effect.flatMap(withBaselines(one, options.means), (means) =>
          Effect.map(
            withLayers(
              one,
              { ...over, store: storeOf?.(one) },
              judgeSuite(one, { ...options, means }).pipe(observed(one))
            ),
            (layered) => judgedOver(one, layered)
          )
        )
    ).pipe(Effect.tap(({ verdict }) => suiteJudged(verdict)))
  const judging = flags.bail ? judgeUntilRed(suites, judgeOne) : Effect.forEach(suites, judgeOne)
  return { judged: yield* limited(judging), ended, hasTraces: options.traces }
})

/** Most suites name no baseline, and load nothing for it. */
const withBaselines = (one: CompiledSuite, means: Capabilities): Effect.Effect<Capabilities> =>
  namesBaseline(one)
    ? Effect.promise(async () => {
        const { baselinesOf } = await import("../../features/compare/baselinesOf.ts")
        return { ...means, baselines: baselinesOf(one) }
      })
    : Effect.succeed(means)

const namesBaseline = ({ definitions }: CompiledSuite): boolean =>
  [...definitions.values()].some((all) => all.some(({ baseline }) => baseline !== undefined))

/** What workers recorded on a queue, in the place of files. */
const queueStores = lazily(() => import("../../features/queue/queueStores.ts"), "queueStores")

const asksCoverage = ({ coverage, coverageThreshold }: RunFlags): boolean => coverage || coverageThreshold !== undefined

const coverageAsked = lazily(() => import("../../features/coverage/coverage.ts"), "coverageAsked")

const printingToStderr = Effect.flatMap(
  Effect.promise(() => import("../kit/output/printToStderr.ts")),
  ({ printToStderr }) => printToStderr
)

const printPlans = lazily(() => import("../../features/plan/printPlans.ts"), "printPlans")

const limits = lazily(() => import("../../features/cost/limits.ts"), "limits")

type Limit = <A, E>(work: Effect.Effect<A, E, Scope.Scope>) => Effect.Effect<A, E, Scope.Scope>

/** Fails before anything is run, if a price that is needed is not known. */
const withLimits = (flags: RunFlags, plans: ReadonlyArray<Plan>, parts: LiveParts): Effect.Effect<Limit, UsageError> =>
  flags.maxTokensTotal === undefined && flags.prices === undefined && flags.maxUsd === undefined
    ? Effect.succeed((work) => work)
    : Effect.map(limits(flags, plans, parts), (layer) => (work) => Effect.provide(work, layer))
