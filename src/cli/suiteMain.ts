/**
 * A suite file as a command: `bun run suites/weather.ts [flags]`. Without flags it starts at once.
 */
import process from "node:process"
import { fileURLToPath } from "node:url"
import type { Suite } from "../dsl/suite.ts"
import { exitWith } from "./exitWith.ts"
import { noFlags } from "./noFlags.ts"
import { projectOf } from "./project.ts"
import { runSuites } from "./runSuites.ts"

export const suiteMain = async (url: string, suite: Suite): Promise<void> => {
  const loaded = { suite, project: projectOf(fileURLToPath(url)), url }
  if (process.argv.length <= 2) return exitWith(runSuites([loaded], noFlags))
  const { suiteCommand } = await import("./suiteCommand.ts")
  return suiteCommand(loaded)
}
