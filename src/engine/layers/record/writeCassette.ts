/**
 * The finished cassette on disk: the same recording always gives the same bytes, written whole or not at all.
 */
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import stringify from "fast-json-stable-stringify"
import { sealer } from "../../cassette/checksums.ts"
import type { Header, RecordedRun } from "../../../base/domain/recording/Cassette.ts"
import { writeAtomically } from "../platform/writeAtomically.ts"

/** A run whose line is on the disk, as `plainLines` gives it, and is read when it is written. */
export interface StoredRun<E> {
  readonly index: number
  readonly line: Effect.Effect<string, E, FileSystem.FileSystem>
}

/** Keys sorted behind the index, runs sorted by it, each line ended, without checksums. One line at a time: a line may be large. */
export function* plainLines(header: Header, runs: ReadonlyArray<RecordedRun>): Iterable<string> {
  for (const line of [header, ...runs.toSorted(byIndex)]) yield lineOf(line)
}

/** What is not a list gives its runs in the order of their indices, and each as it is written. */
type Runs<E> = ReadonlyArray<RecordedRun | StoredRun<E>> | Iterable<RecordedRun | StoredRun<E>>

export const formatCassette = (header: Header, runs: ReadonlyArray<RecordedRun>): string =>
  [...cassetteLines(header, runs)].join("")

/** The lines of the file; runs in the order of their indices. */
export function* cassetteLines(header: Header, runs: Iterable<RecordedRun>): Iterable<string> {
  for (const piece of pieces<never>(header, runs)) if (typeof piece === "string") yield piece
}

export const writeCassette = <E = never>(
  file: string,
  header: Header,
  runs: Runs<E>
): Effect.Effect<void, PlatformError | E, FileSystem.FileSystem> => writeAtomically(file, pieces(header, runs))

/** Each line is sealed when its turn to be written has come: its checksum follows from that of the line before. */
function* pieces<E>(header: Header, runs: Runs<E>) {
  const { end, seal } = sealer(header.version)
  yield seal(lineOf(header))
  for (const run of "toSorted" in runs ? runs.toSorted(byIndex) : runs) {
    yield "line" in run ? Effect.map(run.line, seal) : seal(lineOf(run))
  }
  yield end()
}

const lineOf = (line: Header | RecordedRun): string => {
  if (!("index" in line)) return `${stringify(line)}\n`
  const { index, ...rest } = line
  return `{"index":${index},${stringify(rest).slice(1)}\n`
}

const byIndex = (a: { readonly index: number }, b: { readonly index: number }): number => a.index - b.index
