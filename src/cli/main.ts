/**
 * `main`: makes a suite file a command of its own, and leaves it a plain value when it is imported.
 */
import { realpathSync } from "node:fs"
import process from "node:process"
import type { Suite } from "../dsl/suite.ts"
import { projectOf } from "./project.ts"
import { takeShortcut } from "./shortcut.ts"
import { showLife } from "./signOfLife.ts"
import { isWorker } from "./workers/Job.ts"

/** The part of `import.meta` that tells where a file is, and whether it is the program. */
export interface Meta {
  readonly url: string
  /** Every module that is a file has one. */
  readonly filename?: string
  readonly main?: boolean
}

/**
 * Runs the suite if its file is the entry point; does nothing if it was imported.
 *
 * ```ts
 * const weatherSuite = suite("weather", asks.pipe(runs(5), stability()))
 *
 * export default weatherSuite
 * await main(import.meta, weatherSuite)
 * ```
 */
export const main = async (meta: Meta, suite: Suite): Promise<void> => {
  const { filename, url } = meta
  if (filename === undefined || !isEntry(meta) || isWorker in globalThis) return
  const loaded = { suite, project: projectOf(filename), url }
  if (process.argv.length <= 2) {
    showLife()
    if (await takeShortcut([loaded])) return
  }
  const { suiteMain } = await import("./suiteMain.ts")
  await suiteMain(loaded)
}

/** Node before 24 has no `import.meta.main`; there the program's path tells. */
const isEntry = ({ filename, main: isMain }: Meta): boolean =>
  isMain ?? (process.argv[1] !== undefined && realpathSync(process.argv[1]) === filename)
