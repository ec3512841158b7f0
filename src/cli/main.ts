/**
 * `main`: makes a suite file a program of its own, and leaves it a plain value when it is imported.
 */
import { realpathSync } from "node:fs"
import { dirname, join } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import { logHanded } from "../dsl/loadLog.ts"
import type { Suite } from "../dsl/suite.ts"
import { armExitGuard } from "./exitGuard.ts"
import { exitWith } from "./exitWith.ts"
import type { Parsed } from "./flags/parse.ts"
import { defaultRunFlags, type RunFlags } from "./flags/runFlags.ts"
import { showLoading } from "./output/loadingLine.ts"
import { missingPermission, usual } from "./permissions.ts"
import { runSuites } from "./run/runSuites.ts"
import type { LoadedSuite } from "./suites/compileSuites.ts"
import { projectOf } from "./suites/project.ts"

/** The part of `import.meta` that tells where a file is, and whether it is the program. */
export interface Meta {
  readonly url: string
  /** Every module that is a file has one. */
  readonly filename?: string
  readonly main?: boolean
}

/**
 * Runs the suite if its file is the entry point. If the file was imported, it runs nothing; a command that loads the file
 * judges the suite.
 *
 * ```ts
 * const weatherSuite = suite("weather", asks.pipe(runs(5), stability()))
 *
 * export default weatherSuite
 * await main(import.meta, weatherSuite)
 * ```
 */
export const main = async (meta: Meta, suite: Suite): Promise<void> => {
  const { filename } = meta
  if (filename === undefined) return
  if (!isProgram(meta)) return logHanded(suite, filename)
  armExitGuard()
  const refusal = missingPermission(usual(dirname(filename)))
  if (refusal !== undefined) return exitWith(Effect.fail(refusal))
  const loaded: LoadedSuite = { suite, project: projectOf(filename) }
  const parsed = await parsedFlags(loaded)
  if (parsed.kind === "run") {
    if (!parsed.run.quiet) showLoading()
    await exitWith(parsed.run.watch ? watchSuite(loaded, parsed.run) : runSuites([loaded], parsed.run))
  } else {
    const { print } = await import("./flags/print.ts")
    await exitWith(print(parsed))
  }
}

/** Loads the parser only if there is something to parse. */
const parsedFlags = async ({ project, suite }: LoadedSuite): Promise<Parsed<RunFlags>> => {
  const argv = process.argv.slice(2)
  if (argv.length === 0) return { kind: "run", run: defaultRunFlags }
  const { parseSuiteFile } = await import("./flags/parse.ts")
  return parseSuiteFile(project.file, suite.name, argv)
}

const watchSuite = Effect.fnUntraced(function* ({ project }: LoadedSuite, flags: RunFlags) {
  const { watch } = yield* Effect.promise(() => import("./watch/watch.ts"))
  return yield* watch(Effect.succeed([join(project.root, project.file)]), flags)
})

/** Node before 24 has no `import.meta.main`; there the program's path tells. */
const isProgram = ({ filename, main: isMain }: Meta): boolean =>
  isMain ?? (process.argv[1] !== undefined && realpathSync(process.argv[1]) === filename)
