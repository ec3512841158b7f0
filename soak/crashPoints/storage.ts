/**
 * The contents of a simulated disk. A name and the bytes behind it survive separately, as on a real one: syncing a file keeps its bytes,
 * syncing a directory keeps the names in it.
 */
import { dirname } from "node:path"
import type { Loss } from "./faults.ts"

/** What is on a disk, by path. A directory has no bytes. */
export type Stored = ReadonlyMap<string, { readonly bytes?: Uint8Array; readonly mode: number }>

export interface Inode {
  readonly isDirectory: boolean
  bytes: Uint8Array
  /** As of the last sync. */
  synced: Uint8Array
  /** The first byte that changed since. */
  dirtyFrom: number
  mode: number
}

/** A name that was given, or taken away, since its directory was synced. */
interface NameChange {
  readonly path: string
  readonly inode: Inode | undefined
  readonly isRename: boolean
}

export const storage = (stored: Stored) => {
  const names = new Map(
    [...stored].map(([path, { bytes, mode }]): [string, Inode] => [path, inodeOf(bytes === undefined, mode, bytes)])
  )
  const durable = new Map(names)
  let pending: ReadonlyArray<NameChange> = []

  return {
    names: names as ReadonlyMap<string, Inode>,
    /** Gives a name, or takes it away. */
    name: (path: string, inode: Inode | undefined, isRename = false): void => {
      apply(names, { path, inode, isRename })
      pending = [...pending, { path, inode, isRename }]
    },
    syncNames: (directory: string): void => {
      for (const change of pending) if (dirname(change.path) === directory) apply(durable, change)
      pending = pending.filter(({ path }) => dirname(path) !== directory)
    },
    /** What there is after a crash that loses so much. What is in a lost directory is lost. */
    left: (loss: Loss): Stored => {
      const kept = new Map(loss.names === "all" ? names : durable)
      if (loss.names === "no renames") for (const change of pending) if (!change.isRename) apply(kept, change)
      const isReachable = (path: string): boolean =>
        !names.has(dirname(path)) || (kept.has(dirname(path)) && isReachable(dirname(path)))
      return new Map(
        [...kept]
          .filter(([path]) => isReachable(path))
          .map(([path, inode]) => [
            path,
            { mode: inode.mode, ...(!inode.isDirectory && { bytes: bytesLeft(inode, loss) }) }
          ])
      )
    }
  }
}

export const inodeOf = (isDirectory: boolean, mode: number, bytes: Uint8Array = new Uint8Array()): Inode => ({
  isDirectory,
  mode,
  bytes,
  synced: bytes,
  dirtyFrom: Number.POSITIVE_INFINITY
})

export const write = (inode: Inode, at: number, bytes: Uint8Array): void => {
  const longer = new Uint8Array(Math.max(inode.bytes.length, at + bytes.length))
  longer.set(inode.bytes)
  longer.set(bytes, at)
  inode.bytes = longer
  inode.dirtyFrom = Math.min(inode.dirtyFrom, at)
}

export const cut = (inode: Inode, length: number): void => {
  if (length < inode.bytes.length) inode.dirtyFrom = Math.min(inode.dirtyFrom, length)
  inode.bytes = inode.bytes.slice(0, length)
}

const apply = (names: Map<string, Inode>, { inode, path }: NameChange): void => {
  if (inode === undefined) names.delete(path)
  else names.set(path, inode)
}

const bytesLeft = ({ bytes, dirtyFrom, synced }: Inode, loss: Loss): Uint8Array => {
  if (loss.bytes === "all" || dirtyFrom >= bytes.length) return loss.bytes === "none" ? synced : bytes
  if (loss.bytes === "none") return synced
  const end = loss.bytes === "zeros" ? bytes.length : dirtyFrom + Math.ceil((bytes.length - dirtyFrom) / 2)
  return bytes.slice().fill(0, dirtyFrom, end)
}
