/**
 * The finished cassette on disk: the same recording always gives the same bytes, written whole or not at all.
 */
import type * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import stringify from "fast-json-stable-stringify"
import type { Header, RecordedRun } from "../../domain/Cassette.ts"
import { writeAtomically } from "../platform/writeAtomically.ts"

/** A run whose line is on the disk, as `cassetteLines` gives it, and is read when it is written. */
export interface StoredRun<E> {
  readonly index: number
  readonly line: Effect.Effect<string, E, FileSystem.FileSystem>
}

/** Keys sorted, runs sorted by index, each line ended. One line at a time: a line may be large. */
export function* cassetteLines(header: Header, runs: ReadonlyArray<RecordedRun>): Iterable<string> {
  for (const line of [header, ...runs.toSorted(byIndex)]) yield lineOf(line)
}

/** What is not a list gives its runs in the order of their indices, and each as it is written. */
type Runs<E> = ReadonlyArray<RecordedRun | StoredRun<E>> | Iterable<RecordedRun | StoredRun<E>>

export const formatCassette = (header: Header, runs: ReadonlyArray<RecordedRun>): string =>
  [...cassetteLines(header, runs)].join("")

export const writeCassette = <E = never>(
  file: string,
  header: Header,
  runs: Runs<E>
): Effect.Effect<void, PlatformError | E, FileSystem.FileSystem> => writeAtomically(file, pieces(header, runs))

function* pieces<E>(header: Header, runs: Runs<E>) {
  yield lineOf(header)
  for (const run of "toSorted" in runs ? runs.toSorted(byIndex) : runs) yield "line" in run ? run.line : lineOf(run)
}

const lineOf = (line: Header | RecordedRun): string => `${stringify(line)}\n`

const byIndex = (a: { readonly index: number }, b: { readonly index: number }): number => a.index - b.index
