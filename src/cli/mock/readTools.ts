/**
 * Reads a tools file. What is wrong with it is one sentence with the file, the line and the reason.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { UsageError } from "../UsageError.ts"
import { lineOf } from "./lineOf.ts"
import { parseYaml } from "./parseYaml.ts"
import { problemOf } from "./problemOf.ts"
import { ToolsFile } from "./ToolsFile.ts"

export const readTools = Effect.fn("readTools")(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  const text = yield* Effect.mapError(
    fs.readFileString(file),
    ({ reason }) =>
      new UsageError({
        what: `${file} could not be read: ${reason._tag === "NotFound" ? "there is no such file" : reason.description}.`,
        hint: "Give --tools-from a YAML or JSON file."
      })
  )
  const parsed = parseYaml(text)
  if (Result.isFailure(parsed)) {
    const { line, reason } = parsed.failure
    return yield* new UsageError({ what: `${file}:${line} is neither YAML nor JSON: ${reason}.`, hint: "Correct it." })
  }
  const decoded = decode(parsed.success)
  if (Result.isFailure(decoded)) {
    const { hint, path, what } = problemOf(decoded.failure)
    return yield* new UsageError({ what: `${file}:${lineOf(text, path)}: ${what}.`, hint })
  }
  return decoded.success
})

const decode = Schema.decodeUnknownResult(ToolsFile, { onExcessProperty: "error", reportInput: true })
