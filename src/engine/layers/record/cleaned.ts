/**
 * A recording as it may be written: every secret replaced, and read back, since what is judged is what will be replayed.
 */
import * as Result from "effect/Result"
import stringify from "fast-json-stable-stringify"
import { Buffer } from "node:buffer"
import type { Header, RecordedRun, Recording } from "../../../base/domain/recording/Cassette.ts"
import { issue } from "../../../base/domain/issues.ts"
import type { Cell } from "../../../base/domain/plan/Plan.ts"
import { Infrastructure } from "../../services/Infrastructure.ts"
import type { CassetteProblem } from "../../cassette/CassetteProblem.ts"
import { explainLine } from "../../cassette/explain/explainLine.ts"
import { explainProblem } from "../../cassette/explain/explainProblem.ts"
import { isHeader, isRecordedRun } from "../../cassette/predicates.ts"
import { type Decoded, MAX_LINE } from "../../cassette/recordingReader.ts"
import { withPartsHash } from "../../cassette/shownParts.ts"
import { staleness } from "../../cassette/staleness.ts"
import type { Redactor } from "./redact.ts"

/**
 * Refuses what would still show a secret, could not be read, or would be of another cell. One line at a time, since each may be
 * large: what was made of one is not needed for the next.
 */
export const cleaned = (
  redactor: Redactor,
  cell: Cell,
  { file, header, runs }: Unclean
): Result.Result<Recording, Infrastructure> =>
  Result.gen(function* () {
    const { parts_sha256: _, ...unhashed } = header.fingerprint
    const first = yield* cleanLine(redactor, file, { ...header, fingerprint: unhashed })
    const cleanHeader = withPartsHash("header" in first ? first.header : header)
    if (staleness(cell, cleanHeader, file) !== undefined) {
      return yield* Result.fail(refused(file, "a secret is part of the name of its agent or its model"))
    }
    const cleanRuns = new Map<number, RecordedRun>()
    for (const run of runs) {
      const line = yield* cleanLine(redactor, file, run)
      if ("run" in line) cleanRuns.set(run.index, line.run)
    }
    return { file, header: cleanHeader, runs: cleanRuns }
  })

export interface Unclean {
  /** For messages. */
  readonly file: string
  readonly header: Header
  readonly runs: ReadonlyArray<RecordedRun>
}

const cleanLine = (
  redactor: Redactor,
  file: string,
  line: Header | RecordedRun
): Result.Result<Decoded, Infrastructure> =>
  Result.gen(function* () {
    const text = yield* Result.try({
      // Keys are sorted once, at the end.
      try: () => stringify(redactor.json(JSON.parse(JSON.stringify(line)))),
      catch: () => refused(file, "what was recorded is nested too deeply")
    })
    const read = "index" in line ? readRun(file, text, line.index) : readHeader(file, text)
    if ("code" in read) {
      const { sentence } = explainProblem(read)
      return yield* Result.fail(refused(file, `it could not be read back: ${sentence.slice(0, -1)}`))
    }
    const shown = redactor.shown(text)
    if (shown.length > 0) {
      return yield* Result.fail(refused(file, `it would show the value of ${shown.join(" and ")}`))
    }
    return read
  })

const readHeader = (file: string, text: string): Decoded | CassetteProblem => {
  const header: unknown = JSON.parse(text)
  return isHeader(header) ? { header } : explainLine({ file, number: 1, text, last: true, ended: true, due: 1 })
}

/** As line 2, since its place in the cassette is not known yet. */
const readRun = (file: string, text: string, due: number): Decoded | CassetteProblem => {
  if (Buffer.byteLength(text) > MAX_LINE) return { code: "line_too_long", file, line: 2 }
  const run: unknown = JSON.parse(text)
  return isRecordedRun(run) ? { run } : explainLine({ file, number: 2, text, last: true, ended: true, due })
}

const refused = (file: string, why: string): Infrastructure =>
  new Infrastructure({
    issue: issue(
      "INFRASTRUCTURE",
      `${file} is not written: ${why}.`,
      "Change what the agent is given, then record again."
    )
  })
