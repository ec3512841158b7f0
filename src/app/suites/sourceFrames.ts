/**
 * The frames of a stack in the source that a person wrote, where a source map of the compiled file names it.
 */
import { existsSync, readFileSync } from "node:fs"
import { SourceMap } from "node:module"
import { dirname, resolve } from "node:path"
import type { Frame } from "../../base/std/stackFrames.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { permitted } from "../../engine/layers/platform/permitted.ts"

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
