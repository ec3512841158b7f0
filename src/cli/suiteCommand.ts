/**
 * A suite file with flags.
 */
import { join } from "node:path"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { commandLine } from "./commandLine.ts"
import type { LoadedSuite } from "./compileSuites.ts"
import { runFlags, type RunFlags } from "./runFlags.ts"
import { runSuites } from "./runSuites.ts"

export const suiteCommand = (loaded: LoadedSuite): Promise<void> =>
  commandLine((finish) =>
    Command.make(loaded.project.file, runFlags, (flags) =>
      finish(flags.watch ? watchSuite(loaded, flags) : runSuites([loaded], flags))
    ).pipe(Command.withDescription(`Runs the suite "${loaded.suite.name}" from its recordings.`))
  )

const watchSuite = Effect.fnUntraced(function* ({ project }: LoadedSuite, flags: RunFlags) {
  const { watch } = yield* Effect.promise(() => import("./watch/watch.ts"))
  return yield* watch(Effect.succeed([join(project.root, project.file)]), flags)
})
