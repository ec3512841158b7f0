/**
 * Keeps one run that a worker performs: without secrets and read back, as a recording has it, until the queue takes it.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import stringify from "fast-json-stable-stringify"
import type { Header, RecordedRun, Recording } from "../../../base/domain/recording/Cassette.ts"
import type { Cell } from "../../../base/domain/plan/Plan.ts"
import type { Tape } from "../../../engine/services/Cassettes.ts"
import type { UnitResult } from "../../../engine/services/RunQueue.ts"
import { cleaned } from "../../../engine/layers/record/cleaned.ts"
import { showsSecret } from "../../../engine/layers/record/media.ts"
import type { Redactor } from "../../../engine/layers/record/redact.ts"
import { explainLine } from "../../../engine/cassette/explain/explainLine.ts"
import { explainProblem } from "../../../engine/cassette/explain/explainProblem.ts"
import { isRecordedRun } from "../../../engine/cassette/predicates.ts"
import { tryCatch } from "../../../base/std/tryCatch.ts"

/** What a run came to, as it may leave this machine. */
export interface CleanRun extends UnitResult {
  readonly outcome: RecordedRun["outcome"]
}

export interface UnitTape {
  readonly tape: Tape
  /** Undefined until the run was performed. */
  readonly kept: () => CleanRun | undefined
}

export const unitTape = (cell: Cell, header: Omit<Header, "servers">, redactor: Redactor): UnitTape => {
  const file = `The run of ${cell.id}`
  let recording: Recording | undefined
  let found: ReadonlyMap<string, string> = new Map()
  const clean = (run: RecordedRun, whole: Header) =>
    Effect.fromResult(
      Result.map(cleaned(redactor, cell, { file, header: whole, runs: [run] }), (made) => {
        recording = made
        return made.runs.get(run.index)!
      })
    )
  return {
    tape: {
      file,
      issues: [],
      recorded: () => undefined,
      keep: (run, servers, media = new Map()) => {
        found = media
        return Effect.map(clean(run, { ...header, servers }), (kept) => ({ run: kept, issues: [] }))
      },
      keepJudged: (run) => clean(run, recording?.header ?? { ...header, servers: [] }),
      finish: () => Effect.void
    },
    kept: () => {
      const [run] = recording?.runs.values() ?? []
      if (recording === undefined || run === undefined) return undefined
      const media = [...found].filter(([, base64]) => !showsSecret(redactor, base64))
      return {
        header: recording.header,
        line: stringify(run),
        outcome: run.outcome,
        ...(media.length > 0 && { media: new Map(media) })
      }
    }
  }
}

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
