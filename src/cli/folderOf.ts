/**
 * Where the recordings of a project are.
 */
import { join, resolve } from "node:path"
import * as Option from "effect/Option"
import type { Folder } from "../layers/replay/Folder.ts"
import type { Project } from "./project.ts"
import type { RunFlags } from "./runFlags.ts"

/** In the suite's project unless said; messages show it without the machine's own path. */
export const folderOf = ({ root }: Project, { cassettes }: Pick<RunFlags, "cassettes">): Folder =>
  Option.match(cassettes, {
    onNone: () => ({ directory: join(root, "cassettes"), shown: "cassettes" }),
    onSome: (directory) => ({ directory: resolve(directory), shown: directory })
  })
