/**
 * One line of a cassette: a header or a run, or one error that says file, line and JSON path.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { Header, RecordedRun } from "../../domain/Cassette.ts"
import { FORMAT, VERSION } from "../../domain/cassetteFormat.ts"
import { jsonPath } from "../../std/jsonPath.ts"
import { CassetteError } from "../../services/Cassettes.ts"
import { readPlainRun } from "./plainRun.ts"
import { findFlaw } from "./scanLine.ts"

export interface Line {
  readonly file: string
  readonly number: number
  readonly text: string
  readonly last: boolean
  /** Whether its line feed was written. */
  readonly ended: boolean
}

/** What no recorder writes, although its type allows it, is damage. */
const StrictRun = RecordedRun.check(
  Schema.makeFilter(({ index }) => index > 0 || { path: ["index"], issue: "Expected a value of at least 1" }),
  Schema.makeFilter(({ exchanges }) => {
    const at = exchanges.findIndex(({ latency_ms = 0 }) => latency_ms < 0)
    return at === -1 || { path: ["exchanges", at, "latency_ms"], issue: "Expected a value of at least 0" }
  })
)

const isCassette = Schema.is(Schema.Struct({ format: Schema.Literal(FORMAT) }))
const isNewer = Schema.is(Schema.Struct({ version: Schema.Finite.check(Schema.isGreaterThan(VERSION)) }))
const decodeHeader = Schema.decodeUnknownResult(Header)
const decodeRun = Schema.decodeUnknownResult(StrictRun)
const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

const RECORD_MISSING = "Record it again with --record=missing."
const RECORD_AGAIN = "Restore it from version control, or record it again with --record."

export const readHeader = (line: Line): Result.Result<Header, CassetteError> =>
  Result.flatMap(parseJson(line, "the header"), (json) => {
    if (!isCassette(json)) {
      const what = `is not a cassette: the format in its first line is not "${FORMAT}"`
      return Result.fail(unusable(line.file, "Damaged", what, "Move it out of the way, then record with --record."))
    }
    if (isNewer(json)) {
      const what = `is of version ${json.version}, and this passhat reads versions up to ${VERSION}`
      return Result.fail(unusable(line.file, "Newer", what, "Update passhat, or record it again with --record."))
    }
    return Result.mapError(decodeHeader(json), mismatch(line))
  })

/** The run that comes next if all is well names a line that cannot be read. */
export const readRun = (line: Line, next: number): Result.Result<RecordedRun, CassetteError> => {
  const plain = line.ended ? readPlainRun(line.text) : undefined
  return plain === undefined
    ? Result.flatMap(parseJson(line, `run ${next}`), (json) => Result.mapError(decodeRun(json), mismatch(line)))
    : Result.succeed(plain)
}

/** A writer that was killed leaves a last line that does not end, or that ends in the middle of a value. */
const parseJson = (line: Line, holds: string): Result.Result<unknown, CassetteError> => {
  const torn = () => damaged(line, `the last line is torn, so ${holds} is incomplete`, [], RECORD_MISSING)
  const flaw = findFlaw(line.text)
  if (flaw !== undefined) return Result.fail(damaged(line, flaw.reason, flaw.path))
  if (!line.ended) return Result.fail(torn())
  return Result.try({
    try: (): unknown => JSON.parse(line.text),
    catch: () => (line.last ? torn() : damaged(line, "it is not JSON"))
  })
}

const mismatch =
  (line: Line) =>
  ({ issue }: Schema.SchemaError): CassetteError => {
    const [{ message, path = [] } = { message: "Expected another value" }] = formatIssue(issue).issues
    const reason = message.charAt(0).toLowerCase() + message.slice(1)
    const segments = path.map((segment) => (typeof segment === "object" ? segment.key : segment))
    return damaged(line, reason, segments)
  }

export const damaged = (
  { file, number }: Line,
  reason: string,
  segments: ReadonlyArray<PropertyKey> = [],
  hint = RECORD_AGAIN
): CassetteError => {
  const path = jsonPath(segments)
  return new CassetteError({
    reason: "Damaged",
    file,
    line_number: number,
    ...(path !== "" && { path }),
    sentence: `${file}, line ${number}${path && `, ${path}`}: ${reason}.`,
    hint
  })
}

export const unusable = (file: string, reason: "Damaged" | "Newer", what: string, hint: string): CassetteError =>
  new CassetteError({ reason, file, line_number: 1, sentence: `${file} ${what}.`, hint })
