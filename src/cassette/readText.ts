/**
 * The whole text of a file in the folder of cassettes, for the journal of a recording.
 */
import { tryCatch } from "../std/tryCatch.ts"
import { openFile, readProblem } from "./ByteSource.ts"
import type { CassetteProblem } from "./CassetteProblem.ts"
import type { Folder } from "./Folder.ts"

const MAX_TEXT = 512 * 1024 * 1024

/** A character that is cut at the end is left out: the line it is in has not ended, and is reported as torn. */
export const readText = (folder: Folder, name: string): string | CassetteProblem => {
  const file = `${folder.shown}/${name}`
  const source = openFile(folder, name)
  if ("code" in source) return source
  if (source.size > MAX_TEXT) return { code: "too_large", file }
  const bytes = new Uint8Array(source.size)
  const length = tryCatch(
    () => source.read(bytes, 0),
    (thrown) => readProblem(file, thrown)
  )
  source.close()
  if (typeof length !== "number") return length
  const decoder = new TextDecoder("utf-8", { fatal: true })
  return tryCatch(
    (): string | CassetteProblem => decoder.decode(bytes.subarray(0, length), { stream: true }),
    () => ({ code: "not_text", file })
  )
}
