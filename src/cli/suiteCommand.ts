/**
 * A suite file with flags.
 */
import * as Command from "effect/cli/Command"
import { commandLine } from "./commandLine.ts"
import type { LoadedSuite } from "./compileSuites.ts"
import { runFlags } from "./runFlags.ts"
import { runSuites } from "./runSuites.ts"

export const suiteCommand = (loaded: LoadedSuite): Promise<void> =>
  commandLine((finish) =>
    Command.make(loaded.project.file, runFlags, (flags) => finish(runSuites([loaded], flags))).pipe(
      Command.withDescription(`Runs the suite "${loaded.suite.name}" from its recordings.`)
    )
  )
