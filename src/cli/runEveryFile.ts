/**
 * `passhat run` with names, folders and globs, and no flags.
 */
import * as Effect from "effect/Effect"
import { exitWith } from "./exitWith.ts"
import { loadSuites } from "./loadSuites.ts"
import { defaultRunFlags } from "./flags/runFlags.ts"
import { runSuites } from "./runSuites.ts"

export const runEveryFile = (files: ReadonlyArray<string>): Promise<void> =>
  exitWith(Effect.flatMap(loadSuites(files), (loaded) => runSuites(loaded, defaultRunFlags)))
