/**
 * Small files about a project that are kept outside of it. Losing them loses time and nothing else: where they cannot be
 * read there are none, and where they cannot be written nobody is told.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { isAbsolute, join, resolve } from "node:path"
import { sha256 } from "../../domain/sha256.ts"
import { permitted } from "./permitted.ts"
import { writeAtomically } from "./writeAtomically.ts"

type Environment = { readonly [name: string]: string | undefined }

export interface ProjectCache {
  readonly read: (name: string) => Effect.Effect<Option.Option<string>, never, FileSystem.FileSystem>
  /** Writes the text whole, unless it is there already. */
  readonly write: (name: string, text: string) => Effect.Effect<void, never, FileSystem.FileSystem>
}

/** The project is told by its root; where to keep things, by PASSHAT_CACHE, XDG_CACHE_HOME or the home directory. `off` is nowhere. */
export const projectCache = (root: string, environment: Environment): ProjectCache => {
  const directory = Option.map(baseOf(environment), (base) => join(base, digest(root)))
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

/** Nothing where a variable is empty or, for XDG's, relative: their specification says to ignore such a one. */
const baseOf = ({ HOME, PASSHAT_CACHE, USERPROFILE, XDG_CACHE_HOME }: Environment): Option.Option<string> => {
  if (PASSHAT_CACHE === "off") return Option.none()
  if (PASSHAT_CACHE) return Option.some(resolve(PASSHAT_CACHE))
  if (XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME)) return Option.some(join(XDG_CACHE_HOME, "passhat"))
  const home = HOME || USERPROFILE
  return home ? Option.some(join(home, ".cache", "passhat")) : Option.none()
}

const textOf = Effect.fnUntraced(function* (file: string) {
  if (!permitted("read", file)) return Option.none()
  const fs = yield* FileSystem.FileSystem
  return yield* Effect.option(fs.readFileString(file))
})

const digest = (root: string): string => sha256(root).slice(0, 16)
