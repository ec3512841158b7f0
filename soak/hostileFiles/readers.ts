/**
 * The readers that are tried in process, those of verdicts more often than others.
 */
import type { Reader } from "./Reader.ts"
import { cassetteReader } from "./readers/cassette.ts"
import { environmentReader } from "./readers/environment.ts"
import { cellsReader, historyReader } from "./readers/history.ts"
import { journalReader } from "./readers/journal.ts"
import { labelsReader } from "./readers/labels.ts"
import { lastReportReader } from "./readers/lastReport.ts"
import { followedReader, progressReader } from "./readers/live.ts"
import { lockReader } from "./readers/lock.ts"
import { manifestReader } from "./readers/manifest.ts"
import { mergeReader, reportReader } from "./readers/reports.ts"
import { rowsReader } from "./readers/rows.ts"
import { sourceMapReader } from "./readers/sourceMap.ts"
import { spoolReader } from "./readers/spool.ts"
import { tapeReader } from "./readers/tape.ts"
import { toolsReader } from "./readers/tools.ts"

/** A trial takes the reader at its number, counted around. */
export const allReaders = (directory: string): ReadonlyArray<Reader> => {
  const cassette = cassetteReader(directory)
  const journal = journalReader()
  const environment = environmentReader(directory)
  return [
    cassette,
    journal,
    reportReader(directory),
    environment,
    cassette,
    mergeReader(directory),
    journal,
    toolsReader(directory),
    cassette,
    lockReader(directory),
    environment,
    manifestReader(directory),
    cassette,
    journal,
    lastReportReader(directory),
    rowsReader(directory),
    sourceMapReader(directory),
    tapeReader(directory),
    historyReader(directory),
    cellsReader(directory),
    labelsReader(directory),
    progressReader(directory),
    spoolReader(),
    followedReader(directory)
  ]
}
