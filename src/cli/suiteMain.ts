/**
 * A suite file as a command: `bun run suites/weather.ts [flags]`.
 */
import process from "node:process"
import type { LoadedSuite } from "./compileSuites.ts"
import { exitWith } from "./exitWith.ts"
import { noFlags } from "./noFlags.ts"
import { runSuites } from "./runSuites.ts"

export const suiteMain = async (loaded: LoadedSuite): Promise<void> => {
  if (process.argv.length <= 2) return exitWith(runSuites([loaded], noFlags))
  const { suiteCommand } = await import("./suiteCommand.ts")
  return suiteCommand(loaded)
}
