/**
 * `main`: makes a suite file a command of its own, and leaves it a plain value when it is imported.
 */
import { realpathSync } from "node:fs"
import process from "node:process"
import { pathToFileURL } from "node:url"
import type { Suite } from "../dsl/suite.ts"
import { showLife } from "./signOfLife.ts"
import { isWorker } from "./workers/Job.ts"

/** The part of `import.meta` that tells whether a file is the program. */
export interface Meta {
  readonly url: string
  readonly main?: boolean
}

/** Runs the suite when its file is the entry point; does nothing when it was imported. */
export const main = async (meta: Meta, suite: Suite): Promise<void> => {
  if (!isEntry(meta) || isWorker in globalThis) return
  if (process.argv.length <= 2) showLife()
  const { suiteMain } = await import("./suiteMain.ts")
  await suiteMain(meta.url, suite)
}

/** Node before 24 has no `import.meta.main`; there the program's path tells. */
const isEntry = (meta: Meta): boolean =>
  meta.main ?? (process.argv[1] !== undefined && pathToFileURL(realpathSync(process.argv[1])).href === meta.url)
