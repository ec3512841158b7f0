/**
 * The bytes of a cassette: those of a file in the folder of cassettes, or of a text in memory.
 */
import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs"
import { join } from "node:path"
import { tryCatch } from "../../base/std/tryCatch.ts"
import type { CassetteProblem } from "./CassetteProblem.ts"
import { type Folder, holds } from "./Folder.ts"

export interface ByteSource {
  readonly size: number
  /** Fills a buffer from a position on. Returns how many bytes there were: 0 at the end. Throws what `node:fs` throws. */
  readonly read: (buffer: Uint8Array, position: number) => number
  readonly close: () => void
}

/** Opens a file of the folder, by its name there. */
export const openFile = (folder: Folder, name: string): ByteSource | CassetteProblem => {
  const [file, path] = [`${folder.shown}/${name}`, join(folder.directory, name)]
  return tryCatch(
    (): ByteSource | CassetteProblem => {
      if (!holds(folder, path)) return { code: "outside", file, folder: folder.shown }
      // Before it is opened: opening a pipe would wait for a writer.
      if (!statSync(path).isFile()) return { code: "not_a_file", file }
      const descriptor = openSync(path, "r")
      return {
        size: fstatSync(descriptor).size,
        read: (buffer, position) => readSync(descriptor, buffer, 0, buffer.length, position),
        close: () => closeSync(descriptor)
      }
    },
    (thrown) => readProblem(file, thrown)
  )
}

export const textSource = (text: string): ByteSource => {
  const bytes = new TextEncoder().encode(text)
  return {
    size: bytes.length,
    read: (buffer, position) => {
      const piece = bytes.subarray(position, position + buffer.length)
      buffer.set(piece)
      return piece.length
    },
    close: () => undefined
  }
}

/** What an error of `node:fs` means for the file. */
export const readProblem = (file: string, thrown: unknown): CassetteProblem => {
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : String(thrown)
  return code === "ENOENT" ? { code: "missing", file } : { code: "unreadable", file, description: code }
}

/** Whether the whole source holds nothing but what `trim` removes: white space of any script, and byte order marks. */
export const isBlank = (source: ByteSource): boolean => {
  const [buffer, blanks] = [new Uint8Array(1024 * 1024), new TextDecoder("utf-8", { ignoreBOM: true })]
  let position = 0
  for (let count = -1; count !== 0; position += count) {
    count = source.read(buffer, position)
    if (blanks.decode(buffer.subarray(0, count), { stream: true }).trim() !== "") return false
  }
  return true
}
