/**
 * A small file written whole, synchronously: a reader sees the old text or the new one, never a part.
 *
 * For reports and caches. The recorder has `writeAtomically.ts`, on Effect's FileSystem, because its crashes are simulated.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { cleanUp } from "../../../base/std/tryCatch.ts"
import { inPortions } from "./inPortions.ts"
import { makeFolder } from "./makeFolder.ts"

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
