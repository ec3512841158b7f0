/**
 * The file and line at which each gate of a suite is written, read off the stacks that the gates kept.
 *
 * The outermost frame counts, not the innermost: Bun leaves out a function that ends in a call, Deno and Node keep it, and
 * a report has the same bytes on all three. So the location of a gate that a function made is where that function was called.
 */
import { existsSync, readFileSync, realpathSync } from "node:fs"
import { dirname, join, relative, resolve, sep } from "node:path"
import { type Frame, framesOf } from "../../base/std/stackFrames.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import type { Issue } from "../../base/domain/Issue.ts"
import type { Source } from "../../base/domain/verdict/Verdict.ts"
import type { CallSite } from "../../language/dsl/callSite.ts"
import type { CompiledSuite, RefusedSuite } from "./compileSuites.ts"
import type { Project } from "../kit/project.ts"
import { SourceMap } from "node:module"
import { permitted } from "../../engine/layers/platform/permitted.ts"

/** By cell id, in the order of the cell's gates. */
export const gateLocations = ({
  plan,
  project,
  written
}: Pick<CompiledSuite, "plan" | "project" | "written">): ReadonlyMap<string, ReadonlyArray<Source | undefined>> => {
  const source = sourceFinder(project)
  return new Map(plan.cells.map(({ id }) => [id, (written.get(id) ?? []).map(source)]))
}

/** The issues of a refused suite, with the place of each gate that they are about at the end of their sentence. */
export const placedIssues = ({ callSites = [], issues, project }: RefusedSuite): ReadonlyArray<Issue> => {
  const source = sourceFinder(project)
  return issues.map((one, at) => {
    const callSite = callSites[at]
    const place = callSite === undefined ? undefined : source(callSite)
    return place === undefined
      ? one
      : { ...one, message: `${one.message.replace(/\.$/, "")} (${place.file}:${place.line}).` }
  })
}

const sourceFinder = ({ file, root: folder }: Project): ((callSite: CallSite) => Source | undefined) => {
  const root = tryCatch(() => realpathSync(folder)) ?? folder
  const original = sourceFrames()
  const found = new Map<CallSite, Source | undefined>()
  return (one) => {
    if (!found.has(one)) found.set(one, sourceIn(root, file, framesOf(one.stack).map(original)))
    return found.get(one)
  }
}

/** In the suite's own file, else in another of its project. */
const sourceIn = (root: string, suite: string, frames: ReadonlyArray<Frame>): Source | undefined => {
  const places = frames
    .filter(({ file }) => file.startsWith(join(root, sep)) && !file.includes(`${sep}node_modules${sep}`))
    .map(({ file, line }) => ({ file: relative(root, file).split(sep).join("/"), line }))
  return places.findLast(({ file }) => file === suite) ?? places.at(-1)
}

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
