/**
 * Watches folders and reports in which of them something changed, not what.
 */
import { type FSWatcher, watch } from "node:fs"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

export interface Folders {
  /** Watches exactly these folders, skipping those that do not exist. True if one of them was not watched before. */
  readonly watch: (folders: ReadonlySet<string>) => Effect.Effect<boolean>
}

/** Folders and not files: an editor that saves by renaming replaces the file that was watched. */
export const watchedFolders = (onEvent: (folder: string) => void) =>
  Effect.acquireRelease(
    Effect.sync(() => new Map<string, FSWatcher>()),
    (open) => Effect.sync(() => open.forEach((watcher) => watcher.close()))
  ).pipe(
    Effect.map((open): Folders => ({
      watch: (folders) =>
        Effect.sync(() => {
          const left = [...open].filter(([folder]) => !folders.has(folder))
          for (const [folder, watcher] of left) forget(open, folder, watcher)
          const added = [...folders].filter((folder) => !open.has(folder) && follow(open, folder, onEvent))
          return added.length > 0
        })
    }))
  )

const follow = (open: Map<string, FSWatcher>, folder: string, onEvent: (folder: string) => void): boolean => {
  const watching = Result.try(() => watch(folder, () => onEvent(folder)))
  if (Result.isFailure(watching)) return false
  const watcher = watching.success
  open.set(folder, watcher)
  watcher.on("error", () => {
    forget(open, folder, watcher)
    onEvent(folder)
  })
  return true
}

const forget = (open: Map<string, FSWatcher>, folder: string, watcher: FSWatcher): void => {
  watcher.close()
  open.delete(folder)
}
