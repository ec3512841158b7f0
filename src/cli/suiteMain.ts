/**
 * A suite file as a command: `bun run suites/weather.ts [flags]`.
 */
import { fileURLToPath } from "node:url"
import * as Command from "effect/cli/Command"
import type { Suite } from "../dsl/suite.ts"
import { commandLine } from "./commandLine.ts"
import { projectOf } from "./project.ts"
import { runFlags } from "./runFlags.ts"
import { runSuites } from "./runSuites.ts"

export const suiteMain = (url: string, suite: Suite): Promise<void> => {
  const project = projectOf(fileURLToPath(url))
  return commandLine((finish) =>
    Command.make(project.file, runFlags, (flags) => finish(runSuites([{ suite, project }], flags))).pipe(
      Command.withDescription(`Runs the suite "${suite.name}" from its recordings.`)
    )
  )
}
