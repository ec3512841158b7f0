/**
 * The choice of layers: what the interpreter finds when it asks for recordings, a model or tools.
 */
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { projectCache } from "../layers/platform/projectCache.ts"
import type { Digests } from "../layers/replay/digests.ts"
import type { Folder } from "../layers/replay/Folder.ts"
import * as Recorded from "../layers/replay/cassettes.ts"
import * as Closed from "../layers/replay/closed.ts"
import type { Cassettes } from "../services/Cassettes.ts"
import type { Model } from "../services/Model.ts"
import type { ToolHub } from "../services/ToolHub.ts"
import type { CompiledSuite } from "./compileSuites.ts"
import { folderOf } from "./folderOf.ts"
import type { Environment, Mode } from "./mode.ts"
import type { RunFlags } from "./flags/runFlags.ts"
import { version } from "./version.ts"
import { crewOf } from "./workers/crew.ts"

export type World = (
  suite: CompiledSuite,
  flags: RunFlags
) => Layer.Layer<Cassettes | Model | ToolHub, never, FileSystem.FileSystem>

/** Live layers are loaded only when they are chosen: a replay needs no provider and no MCP. */
export const worldOf =
  (mode: Mode, environment: Environment): World =>
  (suite, flags) => {
    const folder = folderOf(suite.project, flags.cassettes)
    if (mode === "replay") return replayOf(suite, folder, flags, environment)
    const loaded = Effect.promise(() => import("./liveWorld.ts"))
    return Layer.unwrap(
      Effect.map(loaded, ({ liveTools, recording }) =>
        mode === "live-tools"
          ? liveTools(suite, folder, environment)
          : recording(suite, folder, environment, mode === "record" ? "all" : "missing")
      )
    )
  }

/** Recordings, and nothing else. */
const replayOf = (suite: CompiledSuite, folder: Folder, flags: RunFlags, environment: Environment) => {
  const cache = projectCache(suite.project.root, environment)
  const digests: Digests | undefined = flags.cache ? { cache, version } : undefined
  return Layer.merge(Recorded.layer(folder, digests, crewOf(suite, flags)), Closed.layer)
}
