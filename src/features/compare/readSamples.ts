/**
 * Reads what is to be compared: a json report, a baseline, a recording, or a folder of recordings.
 */
import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { readAt, recordingsIn } from "../../app/recordings/recordingsIn.ts"
import { readReport } from "../../app/reports/readReport.ts"
import { readWhole } from "../../engine/layers/platform/writeWhole.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { parseBaseline } from "./parseBaseline.ts"
import { sampleOfRecording, samplesOfReport } from "./samplesOf.ts"

export const readSamples = Effect.fn("readSamples")(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  const info = yield* Effect.option(fs.stat(resolve(path)))
  if (Option.isNone(info)) return yield* new UsageError({ what: `${path} does not exist.`, hint: HINT })
  const samples =
    info.value.type === "Directory" || path.endsWith(".jsonl") ? yield* ofRecordings(path) : yield* ofJson(path)
  const twice = samples.find(({ id }, at) => samples.findIndex((one) => one.id === id) !== at)
  if (twice !== undefined) {
    return yield* new UsageError({ what: `${path} has the cell ${twice.id} twice.`, hint: "Name one of its parts." })
  }
  return samples
})

const HINT = "Name a json report, a baseline, a recording, or a folder of recordings."

const ofRecordings = Effect.fnUntraced(function* (path: string) {
  return yield* Effect.forEach(yield* recordingsIn([path]), (file) => Effect.map(readAt(file), sampleOfRecording))
})

const ofJson = Effect.fnUntraced(function* (file: string) {
  const bytes = readWhole(resolve(file))
  if (typeof bytes === "string") {
    return yield* new UsageError({ what: `${file} cannot be read (${bytes}).`, hint: HINT })
  }
  const baseline = parseBaseline(file, bytes)
  if (baseline === undefined) return samplesOfReport(yield* readReport(file))
  if ("problem" in baseline) return yield* new UsageError({ what: `${baseline.problem}.`, hint: "Bless it again." })
  return baseline.cells
})
