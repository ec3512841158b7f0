/**
 * The current content of everything that the verdict of a suite depends on. If it differs from the last pass, the suite
 * is judged again.
 *
 * Events of the file system are not enough: an editor that saves by renaming looks like a deletion, and a file that was
 * touched looks like a change.
 */
import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { slug } from "../../language/plan/cellId.ts"
import { projectOf } from "../../app/kit/project.ts"
import { sourcesNamedIn } from "./sourceNames.ts"
import { filesOf, textOf, type Texts } from "./imports.ts"

export interface State {
  /** A digest of the suite's files and of the recordings of the suites of these names. */
  readonly basis: (names: ReadonlyArray<string>) => string
  /** The folders to watch. */
  readonly folders: ReadonlyArray<string>
}

/** By suite file. `suites` maps each file to the folder of its project's recordings. */
export const statesOf = Effect.fnUntraced(function* (suites: ReadonlyMap<string, string>) {
  const texts: Texts = new Map()
  const recordings = new Map<string, ReadonlyArray<Recording>>()
  for (const cassettes of new Set(suites.values())) recordings.set(cassettes, yield* recordingsIn(cassettes))
  const states = yield* Effect.forEach(suites, ([suite, cassettes]) =>
    Effect.map(stateOf(suite, cassettes, recordings.get(cassettes) ?? [], texts), (state) => [suite, state] as const)
  )
  return new Map(states)
})

interface Recording {
  readonly path: string
  readonly seen: string
}

const stateOf = Effect.fnUntraced(function* (
  suite: string,
  cassettes: string,
  recordings: ReadonlyArray<Recording>,
  texts: Texts
) {
  const imported = yield* filesOf(suite, texts)
  const said = (yield* Effect.forEach(imported, (file) => textOf(file, texts))).flatMap(Option.toArray)
  const named = yield* Effect.promise(() => sourcesNamedIn(projectOf(suite).root, said))
  const files = [...new Set([...imported, ...named])]
  const contents = yield* Effect.forEach(files, (file) => textOf(file, texts))
  const sources = files.map((file, at) => [file, Option.getOrNull(contents[at] ?? Option.none())])
  const state: State = {
    basis: (names) => {
      const folders = names.map((name) => join(cassettes, slug(name), "/"))
      const its = recordings.filter(({ path }) => folders.some((folder) => path.startsWith(folder)))
      return createHash("sha256")
        .update(JSON.stringify([sources, its]))
        .digest("hex")
    },
    folders: [cassettes, ...[...files, ...recordings.map(({ path }) => path)].map(folderOf)]
  }
  return state
})

/** The folder of a file; where it does not exist, the nearest one above, in which it would be made. */
const folderOf = (path: string): string => {
  const folder = dirname(path)
  return folder === path || existsSync(folder) ? folder : folderOf(folder)
}

const recordingsIn = Effect.fnUntraced(function* (directory: string) {
  const fs = yield* FileSystem.FileSystem
  const names = yield* Effect.orElseSucceed(fs.readDirectory(directory, { recursive: true }), () => [])
  return yield* Effect.forEach(
    names.toSorted().map((name) => join(directory, name)),
    (path) => Effect.map(Effect.option(fs.stat(path)), (info): Recording => ({ path, seen: sightOf(info) }))
  )
})

/** Recordings may be large, so size, inode and time are compared instead of content. A folder's time says nothing about its files. */
const sightOf = Option.match({
  onNone: () => "gone",
  onSome: ({ ino, mtime, size, type }: FileSystem.File.Info) =>
    type === "Directory"
      ? type
      : [String(size), Option.getOrNull(ino), Option.getOrUndefined(mtime)?.getTime()].map(String).join(" ")
})
