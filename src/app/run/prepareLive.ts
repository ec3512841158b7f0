/**
 * What comes before agents and servers run for real: the permissions of Deno are checked, and a watchdog is started. A replay needs
 * neither, and starts no process.
 */
import * as Effect from "effect/Effect"
import { watchdog } from "../../engine/layers/live/watchdog.ts"
import type { LiveParts } from "../../engine/services/LiveParts.ts"
import type { Environment } from "../../base/std/Environment.ts"
import type { RunFlags } from "../flags/runFlags.ts"
import { missingPermission, recording } from "../kit/permissions.ts"
import { cassettesOf, type Project } from "../kit/project.ts"

/** The watchdog ends with the scope. It listens to signals, which a program that calls `run` does itself. */
export const prepareLive = Effect.fnUntraced(function* (
  { keep }: LiveParts,
  projects: ReadonlyArray<Project>,
  { cassettes }: RunFlags,
  { environment, ownsProcess }: { readonly environment: Environment; readonly ownsProcess: boolean }
) {
  const folders = keep === "nothing" ? [] : projects.map((project) => cassettesOf(project, cassettes).directory)
  const refusal = missingPermission(folders.flatMap(recording))
  if (refusal !== undefined) return yield* refusal
  if (ownsProcess) yield* watchdog(environment)
})
