/**
 * Runs one compiled suite from its recordings, and judges what it did.
 */
import { join, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Means } from "../domain/Metric.ts"
import type { CellResult } from "../domain/Run.ts"
import type { Report, SuiteVerdict } from "../domain/Verdict.ts"
import { judge } from "../judge/judge.ts"
import * as Recorded from "../layers/replay/cassettes.ts"
import * as Closed from "../layers/replay/closed.ts"
import { execute, type Options } from "../run/execute.ts"
import { Cassettes } from "../services/Cassettes.ts"
import type { CompiledSuite, RefusedSuite } from "./compileSuites.ts"
import type { Project } from "./project.ts"

export interface RunSuiteOptions extends Options {
  /** As given on the command line. */
  readonly cassettes: Option.Option<string>
  readonly means: Means
}

export interface JudgedSuite {
  readonly status: Report["status"]
  readonly verdict: SuiteVerdict
  readonly results: ReadonlyArray<CellResult>
}

export const runSuite = (suite: CompiledSuite, options: RunSuiteOptions) =>
  Effect.gen(function* () {
    const { definitions, plan, project, whole } = suite
    const { cells: results, status } = yield* execute(plan, options)
    const issues = yield* (yield* Cassettes).unused(whole)
    const verdict = judge({ plan, definitions, results, issues, file: project.file, means: options.means })
    return { status, verdict, results } satisfies JudgedSuite
  }).pipe(Effect.provide(Layer.merge(Recorded.layer(folderOf(suite.project, options.cassettes)), Closed.layer)))

/** A suite that was refused before anything ran. */
export const refusal = ({ issues, project, suite }: RefusedSuite): JudgedSuite => ({
  status: "complete",
  verdict: { suite: suite.name, file: project.file, verdict: "none", issues, cells: [] },
  results: []
})

/** Beside the suites' project unless said; messages show it without the machine's own path. */
const folderOf = ({ root }: Project, given: Option.Option<string>) =>
  Option.match(given, {
    onNone: () => ({ directory: join(root, "cassettes"), shown: "cassettes" }),
    onSome: (directory) => ({ directory: resolve(directory), shown: directory })
  })
