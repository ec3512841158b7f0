/**
 * A small file written whole, synchronously: a reader sees the old text or the new one, never a part.
 *
 * For reports and caches. The recorder has `writeAtomically.ts`, on Effect's FileSystem, because its crashes are simulated.
 */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync
} from "node:fs"
import { basename, dirname, join } from "node:path"
import { cleanUp, tryCatch } from "../../../base/std/tryCatch.ts"
import { inPortions } from "./inPortions.ts"
import { errorCode } from "../../../base/std/errorCode.ts"

/** Throws what `node:fs` throws. A write that failed leaves the old file, and removes its temporary one. */
export const writeWhole = (file: string, text: string | Iterable<string>): void => {
  const temporary = join(dirname(file), `.${basename(file)}.${crypto.randomUUID()}.tmp`)
  makeFolder(dirname(file))
  return cleanUp(
    () => {
      writeSynced(temporary, text)
      renameSync(temporary, file)
    },
    () => rmSync(temporary, { force: true })
  )
}

const writeSynced = (path: string, text: string | Iterable<string>): void => {
  const file = openSync(path, "wx")
  const encoder = new TextEncoder()
  for (const portion of inPortions(text)) writeBytes(file, encoder.encode(portion))
  fsyncSync(file)
  closeSync(file)
}

/** Until every byte is written, or a write throws. */
export const writeBytes = (file: number, bytes: Uint8Array): void => {
  for (let from = 0; from < bytes.length;) from += writeSync(file, bytes, from)
}

/** Throws what `node:fs` throws. */
export const makeFolder = (path: string): void => {
  const parent = dirname(path)
  if (attempt(path) === "ENOENT" && !isFolder(parent)) makeFolder(parent)
  // Another process may make it in between; the third attempt throws the error of the second.
  if (!isFolder(path) && attempt(path) !== undefined && !isFolder(path)) mkdirSync(path)
}

const attempt = (path: string): string | undefined => tryCatch(() => void mkdirSync(path), errorCode)

const isFolder = (path: string): boolean => tryCatch(() => statSync(path).isDirectory()) ?? false

/** No runtime holds a longer text. */
const MOST_BYTES = 512 * 1024 * 1024

/** Its bytes, or why there are none, for "cannot be read (...)": a code of the system, or its size. */
export const readWhole = (path: string, most = MOST_BYTES): Uint8Array | string =>
  tryCatch((): Uint8Array | string => {
    const { size } = statSync(path)
    return size > most ? tooLarge(size, most) : readFileSync(path)
  }, errorCode)

/** Why a file of so many bytes is not read, if it is not. */
export const refusedSize = (size: number): string | undefined =>
  size > MOST_BYTES ? tooLarge(size, MOST_BYTES) : undefined

const tooLarge = (size: number, most: number): string => `it has ${size} bytes, and may have ${most}`
