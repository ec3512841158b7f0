/** Reads cassettes in tests. Problems are the errors that users get. */
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { type ByteSource, textSource } from "../../../src/engine/cassette/ByteSource.ts"
import type { CassetteProblem } from "../../../src/engine/cassette/CassetteProblem.ts"
import { explainLine, explainProblem } from "../../../src/engine/cassette/explain/index.ts"
import { parseRecording } from "../../../src/engine/cassette/readRecording.ts"
import { recordingReader, type RecordingVisitor } from "../../../src/engine/cassette/recordingReader.ts"
import { staleness } from "../../../src/engine/cassette/staleness.ts"
import type { Header, Recording } from "../../../src/base/domain/recording/Cassette.ts"
import type { Cell } from "../../../src/base/domain/plan/Plan.ts"
import { CassetteError } from "../../../src/engine/services/Cassettes.ts"

const errorOf = (problem: CassetteProblem): CassetteError => new CassetteError(explainProblem(problem))

export const parseCassette = (file: string, text: string): Result.Result<Recording, CassetteError> => {
  const recording = parseRecording(file, text)
  return "code" in recording ? Result.fail(errorOf(recording)) : Result.succeed(recording)
}

/** Reads a text in blocks of so many bytes. */
export const readInBlocks = (
  file: string,
  text: string,
  block: number,
  reading: RecordingVisitor
): Result.Result<void, CassetteError> => {
  const source: ByteSource = textSource(text)
  const { next, resume } = recordingReader(file, source, reading, block)
  for (let step = next(); step.kind !== "end"; step = next()) {
    if (step.kind === "problem") return Result.fail(errorOf(step.problem))
    if (step.kind !== "unknown") continue
    const decoded = explainLine(step.line)
    const problem = "code" in decoded ? decoded : resume(decoded)
    if (problem !== undefined) return Result.fail(errorOf(problem))
  }
  return Result.void
}

export const stale = (cell: Cell, header: Header, file: string): Option.Option<CassetteError> =>
  Option.map(Option.fromUndefinedOr(staleness(cell, header, file)), errorOf)
