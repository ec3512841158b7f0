/**
 * Reads the recording in a file, or fails with the sentence that says what is wrong with it.
 */
import { basename, dirname, resolve } from "node:path"
import * as Effect from "effect/Effect"
import { explainProblem } from "../../engine/cassette/explain/explainProblem.ts"
import { readRecording } from "../../engine/cassette/readRecording.ts"
import type { Recording } from "../../base/domain/recording/Cassette.ts"
import { UsageError } from "../kit/UsageError.ts"

export const readAt = (file: string): Effect.Effect<Recording, UsageError> => {
  const recording = readRecording({ directory: dirname(resolve(file)), shown: dirname(file) }, basename(file))
  if (!("code" in recording)) return Effect.succeed({ ...recording, file })
  const { hint, sentence } = explainProblem({ ...recording, file })
  return Effect.fail(new UsageError({ what: sentence, hint }))
}
