/**
 * The files of the project as they are now, and the requests that wait for them to change.
 *
 * Folders with something to show are watched; while a request waits, all folders are looked through now and then as well: what
 * watching can miss is seen a little later.
 */
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import { watchedFolders } from "../watch/folders.ts"
import { join, relative, sep } from "node:path"
import { isHeld } from "./journalTail.ts"
import { type FoundFile, type FoundFolder, findInFolder, type Known } from "./findFiles.ts"

export interface ProjectFiles {
  readonly version: () => number
  readonly all: () => ReadonlyArray<FoundFile>
  readonly find: (file: string) => FoundFile | undefined
  /** Whether a folder, as a path from the project, is there. */
  readonly hasFolder: (folder: string) => boolean
  readonly isCut: () => boolean
  /** Says that something else has changed that pages show. */
  readonly touch: () => void
  /** Completes with the version once it is another one than `since`, or after a while. */
  readonly next: (since: number) => Effect.Effect<number>
}

/** What is beyond is not shown; the page says so. */
const MOST_FOLDERS = 2_000
/** Each takes a descriptor of the system. */
const MOST_WATCHED = 64
/** How long a page waits for a change before it asks again. */
const LONGEST_WAIT = "20 seconds"

export const projectFiles = Effect.fnUntraced(function* (project: string) {
  const known: Known = new Map()
  const folders = new Map<string, FoundFolder>()
  const waiting = new Set<(version: number) => void>()
  const changed = yield* Queue.unbounded<string>()
  const watched = yield* watchedFolders((folder) => void Queue.offerUnsafe(changed, folder))
  let isCut = false
  let version = 1
  let seen = ""

  /** Looks into a folder, and into those in it that are new. */
  const look = (folder: string, deep: boolean): void => {
    const found = findInFolder(project, folder, known)
    folders.set(folder, found)
    for (const below of found.folders) {
      if (folders.has(below) && !deep) continue
      if (folders.size >= MOST_FOLDERS) isCut = true
      else look(below, deep)
    }
  }

  const forgetGone = (): void => {
    const there = new Set([""])
    for (const folder of there) for (const below of folders.get(folder)?.folders ?? []) there.add(below)
    for (const folder of folders.keys()) if (!there.has(folder)) folders.delete(folder)
    const files = new Set([...folders.values()].flatMap((found) => found.files.map(({ file }) => file)))
    for (const file of known.keys()) if (!files.has(file)) known.delete(file)
  }

  const bump = (): void => {
    version += 1
    const woken = [...waiting]
    waiting.clear()
    for (const wake of woken) wake(version)
  }

  const all = (): ReadonlyArray<FoundFile> => [...folders.values()].flatMap(({ files }) => files)

  /** Whether folders are watched that were not before: they may have changed in between. */
  const settle = Effect.gen(function* () {
    forgetGone()
    const now = JSON.stringify(
      all().map(({ file, kind, stamp }) => [file, stamp, kind === "lock" && isHeld(project, file)])
    )
    if (now !== seen) {
      seen = now
      bump()
    }
    return yield* watched.watch(new Set(toWatch(folders).map((folder) => join(project, folder))))
  })

  const lookAtAll = Effect.suspend(() => {
    isCut = false
    look("", true)
    return settle
  })

  const following = Effect.gen(function* () {
    while (true) {
      const first = yield* Queue.take(changed)
      // A write is several events.
      yield* Effect.sleep("20 millis")
      const paths = new Set([first, ...(yield* Queue.clear(changed))])
      for (const path of paths) look(relative(project, path).split(sep).join("/"), false)
      if (yield* settle) yield* lookAtAll
    }
  })
  const nowAndThen = Effect.suspend(() => (waiting.size === 0 ? Effect.void : lookAtAll)).pipe(
    Effect.delay("2 seconds"),
    Effect.forever
  )
  if (yield* lookAtAll) yield* lookAtAll
  yield* Effect.forkScoped(following)
  yield* Effect.forkScoped(nowAndThen)

  return {
    version: () => version,
    all,
    find: (file) => all().find((one) => one.file === file),
    hasFolder: (folder) => folders.has(folder),
    isCut: () => isCut,
    touch: bump,
    next: (since) =>
      version === since
        ? Effect.callback<number>((resume) => {
            const wake = (now: number): void => resume(Effect.succeed(now))
            waiting.add(wake)
            return Effect.sync(() => void waiting.delete(wake))
          }).pipe(Effect.timeoutOrElse({ duration: LONGEST_WAIT, orElse: () => Effect.sync(() => version) }))
        : Effect.sync(() => version)
  } satisfies ProjectFiles
})

/**
 * Where something is recorded first; then where there is something to show, and the folders above, in which more may be made; then folders
 * with nothing to show in or below them, as the folder of a first recording is when it has just been made.
 */
const toWatch = (folders: ReadonlyMap<string, FoundFolder>): ReadonlyArray<string> => {
  const isBusy = ({ files }: FoundFolder): boolean => files.some(({ kind }) => kind === "lock" || kind === "journal")
  const busy = [...folders].flatMap(([folder, found]) => (isBusy(found) ? [folder] : []))
  const shown = [...folders].flatMap(([folder, { files }]) => (files.length > 0 ? [folder] : []))
  const above = shown.flatMap((folder) => folder.split("/").map((_, at, parts) => parts.slice(0, at).join("/")))
  const empty = [...folders].flatMap(([folder, { files, folders: below }]) =>
    files.length === 0 && below.length === 0 ? [folder] : []
  )
  return [...new Set([...busy, "", ...above, ...shown, ...empty])].slice(0, MOST_WATCHED)
}
