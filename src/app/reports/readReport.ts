/**
 * Reads a json report, or fails with one sentence about the first thing that is wrong, with file and path.
 */
import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { jsonPath } from "../../base/std/jsonPath.ts"
import { Report } from "../../base/domain/verdict/Verdict.ts"
import { findFlaw } from "../../base/std/findFlaw.ts"
import { jsonErrorAt } from "../../base/std/jsonPlace.ts"
import { refusedSize } from "../../engine/layers/platform/writeWhole.ts"
import { UsageError } from "../kit/UsageError.ts"
import { unfounded } from "./unfounded.ts"

const AGAIN = "Make it again with --reporter json=<file>."

const WholeReport = Report.check(Schema.makeFilter((report) => unfounded(report) ?? true))

const isReport = Schema.is(Schema.Struct({ format: Schema.Literal("passhat-report") }))
const isNewer = Schema.is(Schema.Struct({ version: Schema.Finite.check(Schema.isGreaterThan(1)) }))
const decode = Schema.decodeUnknownResult(WholeReport)
const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

export const readReport = Effect.fn("readReport")(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  const { size } = yield* Effect.mapError(fs.stat(resolve(file)), unreadable(file))
  const refused = refusedSize(Number(size))
  if (refused !== undefined) return yield* notRead(file, refused)
  const bytes = yield* Effect.mapError(fs.readFile(resolve(file)), unreadable(file))
  return yield* Effect.fromResult(parseReport(file, bytes))
})

export const parseReport = (file: string, bytes: Uint8Array): Result.Result<Report, UsageError> =>
  Result.gen(function* () {
    const damaged = (reason: string, path: ReadonlyArray<PropertyKey> = []): UsageError =>
      new UsageError({ what: `${file}${path.length === 0 ? "" : `, ${jsonPath(path)}`}: ${reason}.`, hint: AGAIN })
    const text = yield* Result.try({
      try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
      catch: () => damaged("it is not UTF-8 text")
    })
    const flaw = findFlaw(text)
    if (flaw !== undefined) return yield* Result.fail(damaged(flaw.reason, flaw.path))
    const json = yield* Result.try({
      try: (): unknown => JSON.parse(text),
      catch: () => {
        const { column, line } = jsonErrorAt(text)
        return new UsageError({ what: `${file}:${line}:${column}: it is not JSON.`, hint: AGAIN })
      }
    })
    if (!isReport(json)) {
      return yield* Result.fail(new UsageError({ what: `${file} is not a report of passhat.`, hint: AGAIN }))
    }
    if (isNewer(json)) {
      return yield* Result.fail(
        new UsageError({
          what: `${file} is of version ${json.version}, and this passhat reads version 1.`,
          hint: "Update passhat."
        })
      )
    }
    yield* Result.mapError(decode(json), ({ issue }) => {
      const [{ message, path = [] } = { message: "Expected another value" }] = formatIssue(issue).issues
      return damaged(
        message.charAt(0).toLowerCase() + message.slice(1),
        path.map((segment) => (typeof segment === "object" ? segment.key : segment))
      )
    })
    // The decoded value would lack the fields that a later version of passhat may have added.
    return json as unknown as Report
  })

const unreadable =
  (file: string) =>
  ({ reason }: PlatformError): UsageError =>
    reason._tag === "NotFound"
      ? new UsageError({ what: `${file} does not exist.`, hint: NAME })
      : notRead(file, reason.description ?? reason._tag)

const notRead = (file: string, why: string): UsageError =>
  new UsageError({ what: `${file} cannot be read (${why}).`, hint: NAME })

const NAME = "Name a json report of passhat."
