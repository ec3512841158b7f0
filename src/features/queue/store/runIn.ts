/**
 * The run in a line of a queue or of a spool, read as strictly as a line of a cassette.
 */
import { explainLine } from "../../../engine/cassette/explain/explainLine.ts"
import { explainProblem } from "../../../engine/cassette/explain/explainProblem.ts"
import { isRecordedRun } from "../../../engine/cassette/predicates.ts"
import type { RecordedRun } from "../../../base/domain/recording/Cassette.ts"
import { tryCatch } from "../../../base/std/tryCatch.ts"

/** The run, or a sentence about what is wrong with it. Workers keep whole runs with the index that they were given, and no others. */
export const runIn = (file: string, line: string, index: number): RecordedRun | string => {
  const json = tryCatch((): unknown => JSON.parse(line))
  // A text that is written again as it was read has no key twice, and is one line.
  const read =
    isRecordedRun(json) && JSON.stringify(json) === line
      ? { run: json }
      : explainLine({ file, number: index + 1, text: line, last: true, ended: true, due: index })
  if ("code" in read) return explainProblem(read).sentence
  return "run" in read && read.run.index === index && read.run.outcome.status === "completed" && !line.includes("\n")
    ? read.run
    : `${file}, line ${index + 1}: it is not run ${index}, or the run did not complete.`
}
