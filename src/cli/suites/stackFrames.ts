/**
 * The frames of a stack as files and lines of the source that a person wrote, whatever ran it.
 */
import { existsSync, readFileSync } from "node:fs"
import { SourceMap } from "node:module"
import { dirname, resolve } from "node:path"
import { tryCatch } from "../../std/tryCatch.ts"
import { permitted } from "../../layers/platform/permitted.ts"

export interface Frame {
  /** The full path of a file. */
  readonly file: string
  readonly line: number
  readonly column: number
}

/** The innermost first. What is no place in a file (native code, code of the runtime) is left out. */
export const framesOf = (stack: string | undefined): ReadonlyArray<Frame> =>
  (stack ?? "").split("\n").flatMap((line) => frameOf(/^ *at (?:async )?(.*)$/.exec(line)?.[1] ?? ""))

/** `name (file:12:3)` or `file:12:3`; a file's own name may hold brackets. */
const frameOf = (text: string): ReadonlyArray<Frame> => {
  const place = text.endsWith(")") ? text.slice(text.indexOf(" (") + 2, -1) : text
  const [, file = "", line, column] = /^(.*):(\d+):(\d+)$/.exec(place) ?? []
  if (!/^(?:file:\/\/|\/|[A-Za-z]:[\\/])/.test(file)) return []
  return [{ file: pathOf(file), line: Number(line), column: Number(column) }]
}

const pathOf = (file: string): string =>
  file.startsWith("file:")
    ? (tryCatch(() => decodeURIComponent(new URL(file).pathname).replace(/^\/(?=[A-Za-z]:)/, "")) ?? file)
    : file

/** Leads from compiled code to its source where a map lies beside the file. Reads each map once. */
export const sourceFrames = (): ((frame: Frame) => Frame) => {
  const maps = new Map<string, SourceMap | undefined>()
  return (frame) => {
    if (!maps.has(frame.file)) maps.set(frame.file, mapOf(frame.file))
    const entry = maps.get(frame.file)?.findEntry(frame.line - 1, frame.column - 1)
    // The runtimes differ in what they answer for a line that the map does not know.
    if (entry === undefined || !("originalLine" in entry) || entry.generatedLine !== frame.line - 1) return frame
    const { originalColumn, originalLine, originalSource } = entry
    return { file: resolve(dirname(frame.file), originalSource), line: originalLine + 1, column: originalColumn + 1 }
  }
}

/** A map that cannot be read is none: the place in the compiled file is better than no report. */
const mapOf = (file: string): SourceMap | undefined => {
  const map = `${file}.map`
  return permitted("read", map) && existsSync(map)
    ? tryCatch(() => new SourceMap(JSON.parse(readFileSync(map, "utf8"))))
    : undefined
}
