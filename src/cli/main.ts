/**
 * `main`: makes a suite file a command of its own, and leaves it a plain value when it is imported.
 */
import { realpathSync } from "node:fs"
import process from "node:process"
import { fileURLToPath, pathToFileURL } from "node:url"
import type { Suite } from "../dsl/suite.ts"
import { projectOf } from "./project.ts"
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
  const loaded = { suite, project: projectOf(fileURLToPath(meta.url)), url: meta.url }
  if (process.argv.length <= 2) {
    showLife()
    const { takeShortcut } = await import("./shortcut.ts")
    if (await takeShortcut(loaded)) return
  }
  const { suiteMain } = await import("./suiteMain.ts")
  await suiteMain(loaded)
}

/** Node before 24 has no `import.meta.main`; there the program's path tells. */
const isEntry = (meta: Meta): boolean =>
  meta.main ?? (process.argv[1] !== undefined && pathToFileURL(realpathSync(process.argv[1])).href === meta.url)
