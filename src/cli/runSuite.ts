/**
 * Runs one compiled suite in a world, and judges what it did.
 */
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Layer from "effect/Layer"
import type { Means } from "../domain/Metric.ts"
import type { Plan } from "../domain/Plan.ts"
import type { CellResult } from "../domain/Run.ts"
import type { Report, SuiteVerdict } from "../domain/Verdict.ts"
import { analyse } from "../judge/analyse.ts"
import { judge } from "../judge/judge.ts"
import { partOf } from "../plan/compile.ts"
import { execute, type Options } from "../run/execute.ts"
import { Cassettes } from "../services/Cassettes.ts"
import type { Model } from "../services/Model.ts"
import type { ToolHub } from "../services/ToolHub.ts"
import { executeUntilRed } from "./bail/executeUntilRed.ts"
import type { CompiledSuite, RefusedSuite } from "./compileSuites.ts"
import { sourcesOf } from "./sources.ts"

export interface JudgedSuite {
  readonly status: Report["status"]
  readonly verdict: SuiteVerdict
  readonly results: ReadonlyArray<CellResult>
  /** With each run's trace and what is made of it, for reporters that show them. */
  readonly analysed: () => SuiteVerdict
}

export interface RunOptions extends Options {
  readonly means: Means
  /** Whether to stop at the first red cell. */
  readonly bail: boolean
}

export const runSuite = (
  suite: CompiledSuite,
  world: Layer.Layer<Cassettes | Model | ToolHub, never, FileSystem.FileSystem>,
  options: RunOptions
): Effect.Effect<JudgedSuite, never, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const { definitions, notices, project, whole } = suite
    const { cells: results, plan, status } = yield* executed(suite, options)
    const issues = [...notices, ...(yield* (yield* Cassettes).unused(whole))]
    const sources = sourcesOf(suite)
    const observed = { plan, definitions, sources, results, issues, file: project.file, means: options.means }
    const verdict = judge(observed)
    return { status, verdict, results, analysed: () => analyse(verdict, observed) }
  }).pipe(Effect.provide(world))

const executed = ({ definitions, plan }: CompiledSuite, options: RunOptions) => {
  if (!options.bail) return Effect.map(execute(toRun(plan), options), (execution) => ({ ...execution, plan }))
  return executeUntilRed(plan, options, (cell, results) => {
    const { verdict } = judge({ plan: partOf(plan, [cell]), definitions, results, means: options.means })
    return verdict !== "pass"
  })
}

/** A plan without the cells that its suite skips. */
export const toRun = (plan: Plan): Plan => ({
  ...plan,
  cells: plan.cells.filter((cell) => cell.skipped === undefined)
})

/** A suite that was refused before anything ran. */
export const refusal = ({ issues, project, suite }: RefusedSuite): JudgedSuite => {
  const verdict: SuiteVerdict = { suite: suite.name, file: project.file, verdict: "none", issues, cells: [] }
  return { status: "complete", verdict, results: [], analysed: () => verdict }
}
