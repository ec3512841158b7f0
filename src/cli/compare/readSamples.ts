/**
 * Reads what is to be compared: a json report, a baseline, a recording, or a folder of recordings.
 */
import { basename, dirname, join, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { explainProblem } from "../../cassette/explain/explainProblem.ts"
import { readRecording } from "../../cassette/readRecording.ts"
import type { CellSample } from "../../domain/Baseline.ts"
import { readReport } from "../reports/readReport.ts"
import { UsageError } from "../UsageError.ts"
import { parseBaseline } from "./parseBaseline.ts"
import { samplesOfReport, sampleOfRecording } from "./samplesOf.ts"

export const readSamples = Effect.fn("readSamples")(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  const info = yield* Effect.option(fs.stat(resolve(path)))
  if (Option.isNone(info)) return yield* new UsageError({ what: `${path} does not exist.`, hint: HINT })
  const samples =
    info.value.type === "Directory"
      ? yield* ofFolder(path)
      : path.endsWith(".jsonl")
        ? [yield* ofRecording(path)]
        : yield* ofJson(path)
  const twice = samples.find(({ id }, at) => samples.findIndex((one) => one.id === id) !== at)
  if (twice !== undefined) {
    return yield* new UsageError({ what: `${path} has the cell ${twice.id} twice.`, hint: "Name one of its parts." })
  }
  return samples
})

const HINT = "Name a json report, a baseline, a recording, or a folder of recordings."

const ofFolder = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  const entries = yield* Effect.mapError(
    fs.readDirectory(resolve(path), { recursive: true }),
    ({ reason }) => new UsageError({ what: `${path} cannot be read (${reason._tag}).`, hint: HINT })
  )
  const files = entries
    .filter((entry) => entry.endsWith(".jsonl"))
    .map((entry) => join(path, entry))
    .toSorted()
  if (files.length === 0) return yield* new UsageError({ what: `There is no recording in ${path}.`, hint: HINT })
  return yield* Effect.forEach(files, ofRecording)
})

const ofRecording = (file: string): Effect.Effect<CellSample, UsageError> => {
  const recording = readRecording({ directory: dirname(resolve(file)), shown: dirname(file) }, basename(file))
  if (!("code" in recording)) return Effect.succeed(sampleOfRecording(recording))
  const { hint, sentence } = explainProblem({ ...recording, file })
  return Effect.fail(new UsageError({ what: sentence, hint }))
}

const ofJson = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  const bytes = yield* Effect.mapError(
    fs.readFile(resolve(file)),
    ({ reason }) =>
      new UsageError({ what: `${file} cannot be read (${reason.description ?? reason._tag}).`, hint: HINT })
  )
  const baseline = parseBaseline(file, bytes)
  if (baseline === undefined) return samplesOfReport(yield* readReport(file))
  if ("problem" in baseline) return yield* new UsageError({ what: `${baseline.problem}.`, hint: "Bless it again." })
  return baseline.cells
})
