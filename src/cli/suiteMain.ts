/**
 * A suite file as a program: `bun run suites/weather.ts [flags]`.
 */
import { join } from "node:path"
import * as Effect from "effect/Effect"
import type { LoadedSuite } from "./compileSuites.ts"
import { exitWith } from "./exitWith.ts"
import type { Parsed } from "./flags/parse.ts"
import { print } from "./flags/print.ts"
import type { RunFlags } from "./flags/runFlags.ts"
import { runSuites } from "./runSuites.ts"

export const suiteMain = (loaded: LoadedSuite, parsed: Parsed<RunFlags>): Promise<void> => {
  if (parsed.kind !== "run") return exitWith(print(parsed))
  const flags = parsed.run
  return exitWith(flags.watch ? watchSuite(loaded, flags) : runSuites([loaded], flags))
}

const watchSuite = Effect.fnUntraced(function* ({ project }: LoadedSuite, flags: RunFlags) {
  const { watch } = yield* Effect.promise(() => import("./watch/watch.ts"))
  return yield* watch(Effect.succeed([join(project.root, project.file)]), flags)
})
