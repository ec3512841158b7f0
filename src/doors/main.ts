/**
 * `main`: makes a suite file a program of its own, and leaves it a plain value when it is imported.
 */
import { realpathSync } from "node:fs"
import { dirname, join } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import { isLoading, logHanded } from "../language/dsl/loadLog.ts"
import { type Suite, withoutServices } from "../language/dsl/suite.ts"
import { armExitGuard } from "../app/kit/exitGuard.ts"
import { exitWith } from "../app/kit/exitWith.ts"
import type { Parsed } from "../app/flags/parse.ts"
import { defaultRunFlags, type RunFlags } from "../app/flags/runFlags.ts"
import { lazily } from "../app/kit/lazily.ts"
import { showLoading } from "../app/kit/output/statusLines.ts"
import { missingPermission, usual } from "../app/kit/permissions.ts"
import { runSuites } from "../app/run/runSuites.ts"
import type { LoadedSuite } from "../app/suites/compileSuites.ts"
import { isObject } from "../base/std/Json.ts"
import { fields, kind } from "../base/std/kinds.ts"
import { raise } from "../base/std/tryCatch.ts"
import { isSuite } from "../app/suites/isSuite.ts"
import { projectOf } from "../app/kit/project.ts"
import { UsageError } from "../app/kit/UsageError.ts"
import type { MainOptions, NeedsNothing, WithLayers } from "./RunOptions.ts"

/** The part of `import.meta` that tells where a file is, and whether it is the program. */
export interface Meta {
  readonly url: string
  /** Every module that is a file has one. */
  readonly filename?: string
  readonly main?: boolean
}

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
    await exitWith(parsed.run.watch ? watchSuite(loaded, parsed.run) : runSuites([loaded], parsed.run))
  } else {
    const { print } = await import("../app/flags/print.ts")
    await exitWith(print(parsed))
  }
}

export const metaKind = kind("import.meta", (value) => isObject(value) && typeof value["url"] === "string")
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
  return parseSuiteFile(project.file, suite.name, argv)
}

const watchSuite = ({ project }: LoadedSuite, flags: RunFlags) =>
  watch(Effect.succeed([join(project.root, project.file)]), flags)

const watch = lazily(() => import("../features/watch/watch.ts"), "watch")

/** Node before 24 has no `import.meta.main`; there the program's path tells. */
export const isProgram = ({ filename, main: isMain }: Meta): boolean =>
  isMain ?? (process.argv[1] !== undefined && realpathSync(process.argv[1]) === filename)
