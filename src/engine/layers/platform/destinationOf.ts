/**
 * What a path to write to leads to: a file, which is replaced as a whole, or something that must stay what it is.
 */
import { realpathSync, statSync } from "node:fs"

export interface Destination {
  /** Of a file without links, so that a link to it stays. */
  readonly path: string
  /** Whether it is a device, a pipe or a socket. */
  readonly isNode: boolean
}

/** Throws what `node:fs` throws if the path exists and cannot be looked at. */
export const destinationOf = (path: string): Destination => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return { path, isNode: false }
  const isNode = !found.isFile() && !found.isDirectory()
  return { path: isNode ? path : realpathSync(path), isNode }
}
