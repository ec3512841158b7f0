/**
 * A recording read whole, for those who have `explain` loaded anyway: the recorder, `show`, and replays against live tools.
 */
import type { Header, RecordedRun, Recording } from "../../base/domain/recording/Cassette.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import { type ByteSource, openFile, textSource } from "./ByteSource.ts"
import type { CassetteProblem } from "./CassetteProblem.ts"
import { explainLine } from "./explain/explainLine.ts"
import { type Folder, shownFile } from "./Folder.ts"
import { recordingReader } from "./recordingReader.ts"
import { staleness } from "./staleness.ts"

/** Reads a file of the folder, by its name there. */
export const readRecording = (folder: Folder, name: string, accept?: Accept): Recording | CassetteProblem => {
  const source = openFile(folder, name)
  return "code" in source ? source : read(`${folder.shown}/${name}`, source, accept)
}

/** Reads the recording of a cell; one of another cell is stale. */
export const readRecordingOf = (folder: Folder, cell: Cell): Recording | CassetteProblem =>
  readRecording(folder, `${cell.id}.jsonl`, (header) => staleness(cell, header, shownFile(folder, cell)))

/** Reads the text of a cassette. */
export const parseRecording = (file: string, text: string): Recording | CassetteProblem => read(file, textSource(text))

/** Reads the text of a cassette of a cell; one of another cell is stale. */
export const parseRecordingOf = (file: string, text: string, cell: Cell): Recording | CassetteProblem =>
  read(file, textSource(text), (header) => staleness(cell, header, file))

type Accept = (header: Header) => CassetteProblem | undefined

const read = (file: string, source: ByteSource, accept: Accept = () => undefined): Recording | CassetteProblem => {
  const runs = new Map<number, RecordedRun>()
  let header: Header | undefined
  const reader = recordingReader(file, source, {
    header: (found) => {
      header = found
      return accept(found)
    },
    run: (run) => runs.set(run.index, run)
  })
  const problem = readAll(reader)
  reader.close()
  return problem ?? { file, header: header!, runs }
}

const readAll = ({ next, resume }: ReturnType<typeof recordingReader>): CassetteProblem | undefined => {
  for (;;) {
    const step = next()
    if (step.kind === "end") return undefined
    if (step.kind === "problem") return step.problem
    if (step.kind === "unknown") {
      const decoded = explainLine(step.line)
      const problem = "code" in decoded ? decoded : resume(decoded)
      if (problem !== undefined) return problem
    }
  }
}
