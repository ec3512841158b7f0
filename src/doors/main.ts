/**
 * `main`: makes a suite file a program of its own, and leaves it a plain value when it is imported.
 */
import { dirname, join } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import { isLoading, logHanded } from "../language/dsl/loadLog.ts"
import { type Suite, withoutServices } from "../language/dsl/suite.ts"
import { armExitGuard } from "../app/kit/exitGuard.ts"
import { exitWith } from "../app/kit/exitWith.ts"
import type { Parsed } from "../app/flags/parse.ts"
import { defaultRunFlags, type RunFlags } from "../app/flags/runFlags.ts"
import { showLoading } from "../app/kit/output/statusLines.ts"
import { missingPermission, usual } from "../app/kit/permissions.ts"
import { flagsWith, insteadOfRun, withFeatures } from "../app/run/Feature.ts"
import { features } from "../features/features.ts"
import { isProgram, type Meta, metaKind } from "../app/kit/Meta.ts"
import { runSuites } from "../app/run/runSuites.ts"
import type { LoadedSuite } from "../app/suites/compileSuites.ts"
import { fields, kind } from "../base/std/kinds.ts"
import { raise } from "../base/std/tryCatch.ts"
import { isSuite } from "../app/suites/isSuite.ts"
import { projectOf } from "../app/kit/project.ts"
import { UsageError } from "../app/kit/UsageError.ts"
import type { MainOptions, NeedsNothing, WithLayers } from "./RunOptions.ts"

/**
 * Runs the suite if its file is the entry point. If the file was imported, it runs nothing; a command that loads the file
 * judges the suite. `layers` provide what drivers and hooks of the suite need, and services in place of passhat's.
 *
 * ```ts
 * const weatherSuite = suite("weather", asks.pipe(runs(5), stability()))
 *
 * export default weatherSuite
 * await main(import.meta, weatherSuite)
 * ```
 */
export const main: {
  <R>(meta: Meta, suite: Suite<R> & NeedsNothing<R>, options?: MainOptions): Promise<void>
  <R>(meta: Meta, suite: Suite<R>, options: WithLayers<MainOptions, R>): Promise<void>
} = async (meta: Meta, suite: Suite<unknown>, options: MainOptions = {}): Promise<void> => {
  const refused = [
    ...metaKind(meta, "its first argument"),
    ...suiteKind(suite, "its second argument"),
    ...optionsKind(options, "its third argument")
  ]
  if (refused.length > 0) return refuse(refused.join(", and "))
  const { filename } = meta
  const { layers } = options
  if (filename === undefined) return
  if (!isProgram(meta)) return logHanded({ suite: withoutServices(suite), file: filename, layers })
  armExitGuard()
  const refusal = missingPermission(usual(dirname(filename)))
  if (refusal !== undefined) return exitWith(Effect.fail(refusal))
  const loaded: LoadedSuite = {
    suite: withoutServices(suite),
    project: projectOf(filename),
    ...(layers !== undefined && { layers })
  }
  const parsed = await parsedFlags(loaded)
  if (parsed.kind === "run") {
    if (!parsed.run.quiet) showLoading()
    const file = Effect.succeed([join(loaded.project.root, loaded.project.file)])
    const work = insteadOfRun(features, parsed.run, file) ?? runSuites([loaded], parsed.run)
    await exitWith(withFeatures(features)(work))
  } else {
    const { print } = await import("../app/flags/print.ts")
    await exitWith(print(parsed))
  }
}

const suiteKind = kind("what suite(...) makes", isSuite)
const optionsKind = fields({})

/** Without `import.meta` it is not known whether the file is the program. A command that loads the file reports what is thrown. */
const refuse = (what: string): Promise<void> =>
  isLoading()
    ? raise(`main cannot begin: ${what}`)
    : exitWith(
        Effect.fail(
          new UsageError({ what: `main cannot begin: ${what}.`, hint: "Write: await main(import.meta, suite(...))." })
        )
      )

/** Loads the parser only if there is something to parse. */
const parsedFlags = async ({ project, suite }: LoadedSuite): Promise<Parsed<RunFlags>> => {
  const argv = process.argv.slice(2)
  if (argv.length === 0) return { kind: "run", run: defaultRunFlags }
  const { parseSuiteFile } = await import("../app/flags/parse.ts")
  return parseSuiteFile(project.file, suite.name, flagsWith(features), argv)
}
