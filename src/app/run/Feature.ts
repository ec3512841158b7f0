/**
 * What a feature may add to passhat: commands, reporters, and a part in a run. `features/features.ts` lists them, the doors of the package
 * provide the list, and nothing below the features knows one of them.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { Capabilities } from "../../base/domain/verdict/Metric.ts"
import type { Report } from "../../base/domain/verdict/Verdict.ts"
import type { Trends } from "../../base/domain/verdict/History.ts"
import type { Baseline } from "../../edges/report/Reporter.ts"
import type { CellJudge, RunCounter } from "../../engine/judge/judgeCell.ts"
import type { CassetteStore } from "../../engine/services/CassetteStore.ts"
import { defaultsOf, type Flags, type FlagValues } from "../flags/Flag.ts"
import { type RunFlags, runFlags } from "../flags/runFlags.ts"
import type { RunnableCommand, Work } from "../flags/runnable.ts"
import type { UsageError } from "../kit/UsageError.ts"
import type { CompiledSuite } from "../suites/compileSuites.ts"
import type { Shows } from "./reportFor.ts"
import type { NamedReporter } from "./reporters.ts"
import type { ReporterTarget } from "./reporterTargets.ts"
import type { RunSetup } from "./resolveRun.ts"

export interface Feature {
  /** By name, in the order of help. A command is loaded when argv names it, or when help lists it. */
  readonly commands?: { readonly [name: string]: () => Promise<RunnableCommand> }
  readonly reporters?: ReadonlyArray<NamedReporter>
  readonly run?: RunFeature
}

export interface RunFeature {
  /** Rows that `passhat run` and suite files have beside those of every run. */
  readonly flags: Flags
  /** Carries out the command in place of a run, before suites are loaded. Undefined if the flags do not ask for it. */
  readonly instead?: (flags: RunFlags, files: FindFiles) => Work | undefined
  /** Undefined if the flags ask for nothing. Fails for what could not be done later, before anything runs. */
  readonly hooks?: (flags: RunFlags, run: PlannedRun) => Effect.Effect<RunHooks | undefined, UsageError, Scope.Scope>
}

/** The paths of the suites that are asked for. */
export type FindFiles = Effect.Effect<ReadonlyArray<string>, UsageError>

/** A run before it begins: what is selected, and where its reports go. */
export interface PlannedRun extends RunSetup {
  readonly targets: ReadonlyArray<ReporterTarget>
}

export interface RunHooks {
  /** Prints something about the selected suites. Nothing is run. */
  readonly instead?: Work
  /** True if every reporter's report needs traces and analyses. */
  readonly needsTraces?: boolean
  /** True if a reporter that shows differences from a baseline is given one. */
  readonly comparesReports?: boolean
  /** Wraps the work on all suites. */
  readonly around?: Around
  /** Where the recordings of a suite are, in place of files. */
  readonly store?: (suite: CompiledSuite) => CassetteStore
  /** What gates of a suite may use beside traces. */
  readonly capabilities?: (suite: CompiledSuite) => Effect.Effect<Partial<Capabilities>>
  readonly counter?: (cell: Cell) => RunCounter
  /** Wraps the judge of a cell. The effect runs within the layers of the suite. */
  readonly sink?: Effect.Effect<CellSink>
  /** Adds to the report before it is written. */
  readonly report?: (report: Report) => Effect.Effect<Report>
  /** Does something with the report, and gives reporters something to show beside it. */
  readonly after?: (shownBy: ShownBy) => Effect.Effect<Beside, UsageError>
}

export type Around = <A, E>(work: Effect.Effect<A, E, Scope.Scope>) => Effect.Effect<A, E, Scope.Scope>

export type CellSink = (cell: Cell, judge: CellJudge) => CellJudge

/** The report as a reporter is given it, with secrets: what keeps it has to hide them. */
export type ShownBy = (reporter: Shows) => Effect.Effect<Report>

/** What reporters may show beside a report. */
export interface Beside {
  readonly trends?: Trends | undefined
  readonly compared?: CompareWithBaseline | undefined
}

/** Compares a report with an earlier one. Fails if they have no cell in common. */
export type CompareWithBaseline = (report: Report) => Effect.Effect<Baseline, UsageError>

/** Types what a feature makes of a run by the rows of its flags. A program that gives no value gets the default of the row. */
export const runFeature = <const Rows extends Flags>(given: {
  readonly flags: Rows
  readonly instead?: (flags: RunFlags & FlagValues<Rows>, files: FindFiles) => Work | undefined
  readonly hooks?: (
    flags: RunFlags & FlagValues<Rows>,
    run: PlannedRun
  ) => Effect.Effect<RunHooks | undefined, UsageError, Scope.Scope>
}): RunFeature => {
  const { flags: rows, hooks, instead } = given
  const valuesOf = (flags: RunFlags) => ({ ...defaultsOf(rows), ...flags })
  return {
    flags: rows,
    ...(instead !== undefined && { instead: (flags, files) => instead(valuesOf(flags), files) }),
    ...(hooks !== undefined && { hooks: (flags, run) => hooks(valuesOf(flags), run) })
  }
}

/** The features of this program. */
export const Features = Context.Reference<ReadonlyArray<Feature>>("passhat/Features", { defaultValue: () => [] })

export const withFeatures =
  (features: ReadonlyArray<Feature>) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.provideService(work, Features, features)

/** The flags of a run: those of every run, and those of features. */
export const flagsWith = (features: ReadonlyArray<Feature>): Flags =>
  Object.assign({}, runFlags, ...features.map(({ run }) => run?.flags ?? {}))

/** What a feature does in place of loading suites and running them. */
export const insteadOfRun = (features: ReadonlyArray<Feature>, flags: RunFlags, files: FindFiles): Work | undefined => {
  for (const feature of features) {
    const work = feature.run?.instead?.(flags, files)
    if (work !== undefined) return work
  }
  return undefined
}
