/**
 * Where the recordings of a project are.
 */
import { join, resolve } from "node:path"
import type { Folder } from "../cassette/Folder.ts"
import type { Project } from "./project.ts"

/** In the suite's project unless said; messages show it without the machine's own path. */
export const folderOf = ({ root }: Project, directory?: string): Folder =>
  directory === undefined
    ? { directory: join(root, "cassettes"), shown: "cassettes" }
    : { directory: resolve(directory), shown: directory }
