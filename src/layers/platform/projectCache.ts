/**
 * Small files about a project that are kept outside of it. Losing them loses time and nothing else: where they cannot be
 * read there are none, and where they cannot be written nobody is told.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { join } from "node:path"
import { cacheDirectory, type Environment } from "./cacheDirectory.ts"
import { permitted } from "./permitted.ts"
import { writeAtomically } from "./writeAtomically.ts"

export interface ProjectCache {
  readonly read: (name: string) => Effect.Effect<Option.Option<string>, never, FileSystem.FileSystem>
  /** Writes the text whole, unless it is there already. */
  readonly write: (name: string, text: string) => Effect.Effect<void, never, FileSystem.FileSystem>
}

export const projectCache = (root: string, environment: Environment): ProjectCache => {
  const directory = Option.fromUndefinedOr(cacheDirectory(root, environment))
  const read: ProjectCache["read"] = (name) =>
    Option.match(directory, { onNone: () => Effect.succeedNone, onSome: (at) => textOf(join(at, name)) })
  return {
    read,
    write: Effect.fnUntraced(function* (name, text) {
      if (Option.isNone(directory) || !permitted("write", directory.value)) return
      if (Option.contains(yield* read(name), text)) return
      yield* Effect.ignore(writeAtomically(join(directory.value, name), text))
    })
  }
}

const textOf = Effect.fnUntraced(function* (file: string) {
  if (!permitted("read", file)) return Option.none()
  const fs = yield* FileSystem.FileSystem
  return yield* Effect.option(fs.readFileString(file))
})
