/**
 * The finished cassette on disk: the same recording always gives the same bytes, written whole or not at all.
 */
import type * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import stringify from "fast-json-stable-stringify"
import type { Header, RecordedRun } from "../../domain/Cassette.ts"
import { writeAtomically } from "../platform/writeAtomically.ts"

/**
 * Keys sorted, runs sorted by index, each line ended. One line at a time: a line may be large. What is not a list gives its runs
 * in the order of their indices, and each as it is written.
 */
export function* cassetteLines(header: Header, runs: Runs): Iterable<string> {
  yield `${stringify(header)}\n`
  for (const run of "toSorted" in runs ? runs.toSorted((a, b) => a.index - b.index) : runs) yield `${stringify(run)}\n`
}

type Runs = ReadonlyArray<RecordedRun> | Iterable<RecordedRun>

export const formatCassette = (header: Header, runs: ReadonlyArray<RecordedRun>): string =>
  [...cassetteLines(header, runs)].join("")

export const writeCassette = (
  file: string,
  header: Header,
  runs: Runs
): Effect.Effect<void, PlatformError, FileSystem.FileSystem> => writeAtomically(file, cassetteLines(header, runs))
