/**
 * The choice of layers: what the interpreter finds when it asks for recordings, a model or tools.
 */
import { join, resolve } from "node:path"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Recorded from "../layers/replay/cassettes.ts"
import * as Closed from "../layers/replay/closed.ts"
import type { Cassettes } from "../services/Cassettes.ts"
import type { Model } from "../services/Model.ts"
import type { ToolHub } from "../services/ToolHub.ts"
import type { Project } from "./project.ts"
import type { RunFlags } from "./runFlags.ts"

export type World = (
  project: Project,
  flags: RunFlags
) => Layer.Layer<Cassettes | Model | ToolHub, never, FileSystem.FileSystem>

/** Recordings only: no model and no server can be reached. */
export const replay: World = (project, flags) => Layer.merge(Recorded.layer(folderOf(project, flags)), Closed.layer)

/** In the suite's project unless said; messages show it without the machine's own path. */
const folderOf = ({ root }: Project, { cassettes }: RunFlags) =>
  Option.match(cassettes, {
    onNone: () => ({ directory: join(root, "cassettes"), shown: "cassettes" }),
    onSome: (directory) => ({ directory: resolve(directory), shown: directory })
  })
