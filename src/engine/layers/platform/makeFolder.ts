/**
 * Makes a folder and those that it is in.
 *
 * Not `mkdir` with `recursive`: where the system refuses a folder with ENOENT though its parent is there, as it does in /proc, Node 20
 * asks again for ever.
 */
import { mkdirSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { errorCode } from "../../../base/std/errorCode.ts"
import { tryCatch } from "../../../base/std/tryCatch.ts"

/** Throws what `node:fs` throws. */
export const makeFolder = (path: string): void => {
  const parent = dirname(path)
  if (attempt(path) === "ENOENT" && !isFolder(parent)) makeFolder(parent)
  // Another process may make it in between; the third attempt throws the error of the second.
  if (!isFolder(path) && attempt(path) !== undefined && !isFolder(path)) mkdirSync(path)
}

const attempt = (path: string): string | undefined => tryCatch(() => void mkdirSync(path), errorCode)

const isFolder = (path: string): boolean => tryCatch(() => statSync(path).isDirectory()) ?? false
