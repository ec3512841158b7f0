/**
 * Runs one compiled suite in a world, and judges what it did as it does it.
 */
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Layer from "effect/Layer"
import type { Cell } from "../domain/Plan.ts"
import type { CellVerdict, Report, SuiteVerdict } from "../domain/Verdict.ts"
import { analyse } from "../judge/analyse.ts"
import { boundGates, judgeSuite } from "../judge/judge.ts"
import { cellJudge, type Options as JudgeOptions } from "../judge/judgeCell.ts"
import { toRun } from "../plan/compile.ts"
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
  /** With what is made of each run's trace, for reporters that show it. */
  readonly analysed: () => SuiteVerdict
}

export interface CellOptions extends Omit<Options<never>, "desk">, JudgeOptions {}

export interface RunOptions extends CellOptions {
  /** Whether to stop at the first red cell. */
  readonly bail: boolean
  /** Judges what it can of a suite elsewhere: whatever it does not bring back is judged here. */
  readonly elsewhere: (suite: CompiledSuite) => Effect.Effect<ReadonlyArray<CellVerdict>, never, FileSystem.FileSystem>
}

export const runSuite = (
  suite: CompiledSuite,
  world: Layer.Layer<Cassettes | Model | ToolHub, never, FileSystem.FileSystem>,
  options: RunOptions
): Effect.Effect<JudgedSuite, never, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const { continues, definitions, notices, project, whole } = suite
    const { cells, plan, status } = yield* executed(suite, options)
    const issues = continues ? [] : [...notices, ...(yield* (yield* Cassettes).unused(whole))]
    const verdict = judgeSuite({ plan, issues, file: project.file }, cells)
    return { status, verdict, analysed: () => analyse(verdict, { plan, definitions, means: options.means }) }
  }).pipe(Effect.provide(world))

const executed = Effect.fnUntraced(function* (suite: CompiledSuite, options: RunOptions) {
  const { plan } = suite
  if (options.bail) return yield* executeUntilRed(plan, { ...options, desk: deskOf(suite, options) })
  const brought = yield* Effect.raceFirst(options.elsewhere(suite), Effect.as(options.stop, []))
  const left = plan.cells.filter(({ id }) => brought.every((cell) => cell.id !== id))
  const { cells, status } = yield* judgeCells({ ...suite, plan: { ...plan, cells: left } }, options)
  return { plan, cells: [...brought, ...cells], status }
})

/** Judges the cells of a suite's plan, all but those that it skips. */
export const judgeCells = (suite: CompiledSuite, options: CellOptions) =>
  execute(toRun(suite.plan), { ...options, desk: deskOf(suite, options) })

const deskOf = (suite: CompiledSuite, options: CellOptions) => {
  const carried = { definitions: suite.definitions, sources: sourcesOf(suite) }
  return (cell: Cell) => cellJudge(cell, boundGates(cell, carried), options)
}

/** A suite that was refused before anything ran. */
export const refusal = ({ issues, project, suite }: RefusedSuite): JudgedSuite => {
  const verdict: SuiteVerdict = { suite: suite.name, file: project.file, verdict: "none", issues, cells: [] }
  return { status: "complete", verdict, analysed: () => verdict }
}
