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
import { jsonPath } from "../../std/jsonPath.ts"
import { Report } from "../../domain/Verdict.ts"
import { worst } from "../../domain/worst.ts"
import { decideSuite } from "../../judge/judge.ts"
import { decideCell } from "../../judge/judgeCell.ts"
import { findFlaw } from "../../cassette/explain/findFlaw.ts"
import { UsageError } from "../UsageError.ts"

const AGAIN = "Make it again with --reporter json=<file>."

/**
 * Every verdict has to follow from the verdicts below it, and a pass from a run and a gate: a report that was cut or altered
 * must not turn green.
 */
const WholeReport = Report.check(
  Schema.makeFilter((report) => {
    const path = unfounded(report)
    if (path !== undefined) return { path, issue: "Expected the verdict that follows from what it is of" }
    return unjudged(report) ?? true
  })
)

/** The path of the first verdict that does not follow. */
const unfounded = ({ suites, verdict }: Report): ReadonlyArray<PropertyKey> | undefined => {
  for (const [at, suite] of suites.entries()) {
    const cell = suite.cells.findIndex((one) => one.verdict !== decideCell(one.runs, one.gates, one.issues))
    if (cell !== -1) return ["suites", at, "cells", cell, "verdict"]
    if (suite.verdict !== decideSuite(suite.cells, suite.issues)) return ["suites", at, "verdict"]
  }
  return verdict === worst(suites.map((one) => one.verdict)) ? undefined : ["verdict"]
}

/** What is missing in the first cell that passes without having been run or judged. */
const unjudged = ({ suites }: Report) => {
  for (const [at, { cells }] of suites.entries()) {
    for (const [place, { gates, runs, skipped, verdict }] of cells.entries()) {
      if (skipped !== undefined || verdict !== "pass") continue
      const path = ["suites", at, "cells", place]
      if (runs.length === 0)
        return { path: [...path, "runs"], issue: "Expected at least one run of a cell that passes" }
      if (gates.every(({ advisory }) => advisory)) {
        return { path: [...path, "gates"], issue: "Expected at least one gate that decides of a cell that passes" }
      }
    }
  }
  return undefined
}

const isReport = Schema.is(Schema.Struct({ format: Schema.Literal("passhat-report") }))
const isNewer = Schema.is(Schema.Struct({ version: Schema.Finite.check(Schema.isGreaterThan(1)) }))
const decode = Schema.decodeUnknownResult(WholeReport)
const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

export const readReport = Effect.fn("readReport")(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  const bytes = yield* Effect.mapError(fs.readFile(resolve(file)), unreadable(file))
  return yield* Effect.fromResult(parseReport(file, bytes))
})

const parseReport = (file: string, bytes: Uint8Array): Result.Result<Report, UsageError> =>
  Result.gen(function* () {
    const damaged = (reason: string, path: ReadonlyArray<PropertyKey> = []): UsageError =>
      new UsageError({ what: `${file}${path.length === 0 ? "" : `, ${jsonPath(path)}`}: ${reason}.`, hint: AGAIN })
    const text = yield* Result.try({
      try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
      catch: () => damaged("it is not UTF-8 text")
    })
    const flaw = findFlaw(text)
    if (flaw !== undefined) return yield* Result.fail(damaged(flaw.reason, flaw.path))
    const json = yield* Result.try({ try: (): unknown => JSON.parse(text), catch: () => damaged("it is not JSON") })
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
    new UsageError({
      what:
        reason._tag === "NotFound"
          ? `${file} does not exist.`
          : `${file} cannot be read (${reason.description ?? reason._tag}).`,
      hint: "Name a json report of passhat."
    })
