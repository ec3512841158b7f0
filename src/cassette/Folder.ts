/**
 * The folder that holds the cassettes: `<suite>/<agent>/<model>.jsonl`. Nothing outside it is read, not even by a link.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import { isAbsolute, relative, sep } from "node:path"

export interface Folder {
  readonly directory: string
  /** How messages spell it: without the machine's own path. */
  readonly shown: string
}

/** Whether an existing path, with every link followed, lies in the folder. */
export const holds = (folder: Folder, path: string): Effect.Effect<boolean, PlatformError, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const way = relative(yield* fs.realPath(folder.directory), yield* fs.realPath(path))
    return way.split(sep)[0] !== ".." && !isAbsolute(way)
  })
