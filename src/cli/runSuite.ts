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
import { type CellPart, cellJudge, type Options as JudgeOptions } from "../judge/judgeCell.ts"
import { toRun } from "../plan/compile.ts"
import { type Desk, execute, type Options } from "../run/execute.ts"
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

export interface RunOptions extends Omit<Options<never>, "desk">, JudgeOptions {
  /** Whether to stop at the first red cell. */
  readonly bail: boolean
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
  const all: Options<CellVerdict> = { ...options, desk: deskOf(suite, options) }
  return options.bail ? yield* executeUntilRed(plan, all) : { ...(yield* execute(toRun(plan), all)), plan }
})

const deskOf = (suite: CompiledSuite, options: JudgeOptions) => {
  const carried = { definitions: suite.definitions, sources: sourcesOf(suite) }
  return (cell: Cell): Desk<CellVerdict> => {
    const judge = cellJudge(cell, boundGates(cell, carried), options)
    return judge.isDivisible ? { ...judge, takePart: (part) => judge.join(part as CellPart) } : judge
  }
}

/** A suite that was refused before anything ran. */
export const refusal = ({ issues, project, suite }: RefusedSuite): JudgedSuite => {
  const verdict: SuiteVerdict = { suite: suite.name, file: project.file, verdict: "none", issues, cells: [] }
  return { status: "complete", verdict, analysed: () => verdict }
}
