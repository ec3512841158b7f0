/**
 * Journals: what `--record=missing` goes on with. A checksum guards each line, so what is taken is what was written, and a prefix of it.
 */
import { isDeepStrictEqual } from "node:util"
import * as Result from "effect/Result"
import { journalLines, parseJournal } from "../../../src/engine/layers/record/journal.ts"
import { textOf } from "../evidence.ts"
import { bytesOf, type Reader } from "../Reader.ts"
import { recordings } from "../recordings.ts"

const FILE = "cassettes/hostile/asks.jsonl.journal"

export const journalReader = (): Reader => ({
  name: "journal",
  seeds: bytesOf(
    ...recordings.map(({ header, runs }) =>
      journalLines({ file: FILE, header, runs: new Map(runs.map((run) => [run.index, run])) }, "missing")
    )
  ),
  place: /, line \d+/,
  read: async (bytes, seed) => {
    const text = textOf(bytes)
    if (text === undefined) return { refusals: [] }
    const parsed = parseJournal(FILE, text)
    if (Result.isFailure(parsed)) return { refusals: [parsed.failure.sentence] }
    const journal = parsed.success
    if (journal === undefined) return { refusals: [] }
    const { header, runs } = recordings[seed]!
    const known = new Map(runs.map((run) => [run.index, run]))
    const foreign = [...journal.recording.runs.values()].find((run) => !isDeepStrictEqual(run, known.get(run.index)))
    const wrong =
      foreign !== undefined
        ? `run ${foreign.index} is not the one that was written`
        : isDeepStrictEqual(journal.recording.header, header)
          ? journal.length > bytes.length
            ? "it is longer than the file"
            : undefined
          : "its header is not the one that was written"
    return { refusals: [], ...(wrong !== undefined && { wrong }) }
  }
})
