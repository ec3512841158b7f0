/**
 * The whole text of a file in the folder of cassettes, for the journal of a recording.
 */
import { tryCatch } from "../../base/std/tryCatch.ts"
import { type ByteSource, openFile, readProblem } from "./ByteSource.ts"
import type { CassetteProblem } from "./CassetteProblem.ts"
import type { Folder } from "./Folder.ts"

const MAX_TEXT = 512 * 1024 * 1024

/**
 * A character that is cut at the end is left out: the line it is in has not ended, and is reported as torn. Bytes that are no text
 * are replaced: the checksum of their line does not match.
 */
export const readText = (folder: Folder, name: string): string | CassetteProblem => {
  const file = `${folder.shown}/${name}`
  const source = openFile(folder, name)
  if ("code" in source) return source
  const bytes = tryCatch(
    () => (source.size > MAX_TEXT ? undefined : readAll(source)),
    (thrown) => readProblem(file, thrown)
  )
  source.close()
  if (bytes === undefined) return { code: "too_large", file }
  if ("code" in bytes) return bytes
  return new TextDecoder().decode(bytes, { stream: true })
}

/** One read may return less than there is. */
const readAll = ({ read, size }: ByteSource): Uint8Array => {
  const bytes = new Uint8Array(size)
  let length = 0
  for (let count = -1; count !== 0 && length < size; length += count) count = read(bytes.subarray(length), length)
  return bytes.subarray(0, length)
}
