/**
 * Decodes a line that the generated predicates do not know with its Schema, or says what is wrong with it.
 *
 * Loaded only for such lines: hand-edited ones, keys of a later version, and damage.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { Header, RecordedRun } from "../../../base/domain/recording/Cassette.ts"
import { FORMAT, VERSION } from "../../../base/domain/recording/cassetteFormat.ts"
import { jsonPath } from "../../../base/std/jsonPath.ts"
import { tryCatch } from "../../../base/std/tryCatch.ts"
import type { CassetteProblem } from "../CassetteProblem.ts"
import type { Decoded, Line } from "../recordingReader.ts"
import { showsRecordedParts } from "../shownParts.ts"
import { findFlaw } from "../../../base/std/findFlaw.ts"

const isCassette = Schema.is(Schema.Struct({ format: Schema.Literal(FORMAT) }))
const isNewer = Schema.is(Schema.Struct({ version: Schema.Finite.check(Schema.isGreaterThan(VERSION)) }))
const decodeHeader = Schema.decodeUnknownResult(Header)
const decodeRun = Schema.decodeUnknownResult(RecordedRun)
const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

export const explainLine = (line: Line): Decoded | CassetteProblem => {
  const parsed = parseJson(line)
  if ("code" in parsed) return parsed
  const { json } = parsed
  if (line.number > 1) {
    return Result.match(decodeRun(json), { onSuccess: (run) => ({ run }), onFailure: mismatch(line) })
  }
  if (!isCassette(json)) return { code: "not_a_cassette", file: line.file }
  if (isNewer(json)) return { code: "newer_version", file: line.file, version: json.version }
  return Result.match(decodeHeader(json), {
    onSuccess: (header) =>
      showsRecordedParts(json as unknown as Header) ? { header } : damaged(line, EDITED, ["fingerprint", "parts"]),
    onFailure: mismatch(line)
  })
}

const EDITED = "their hash is not the recorded parts_sha256, so they were changed after the recording"

/** A writer that was killed leaves a last line that has no end, or that ends in the middle of a value. */
const parseJson = (line: Line): { readonly json: unknown } | CassetteProblem => {
  const { due, ended, file, last, number, text } = line
  const holds = number === 1 ? "the header" : isRun(text) ? `run ${due}` : "the recording"
  const torn = { code: "torn_line", file, line: number, holds } as const
  const flaw = findFlaw(text)
  if (flaw !== undefined) return damaged(line, flaw.reason, flaw.path)
  if (!ended) return torn
  return tryCatch(
    () => ({ json: JSON.parse(text) as unknown }),
    () => (last ? torn : damaged(line, "it is not JSON"))
  )
}

/** Whether the beginning of a line says that it was to hold a run. Behind its checksum, the last line of a recording says otherwise. */
const isRun = (text: string): boolean =>
  !'{"checksum":'.startsWith(text.slice(0, 12)) || /^\{"checksum":"\w+","index":/.test(text)

const mismatch =
  (line: Line) =>
  ({ issue }: Schema.SchemaError): CassetteProblem => {
    const [{ message, path = [] } = { message: "Expected another value" }] = formatIssue(issue).issues
    const segments = path.map((segment) => (typeof segment === "object" ? segment.key : segment))
    return damaged(line, message.charAt(0).toLowerCase() + message.slice(1), segments)
  }

const damaged = ({ file, number }: Line, what: string, segments: ReadonlyArray<PropertyKey> = []): CassetteProblem => ({
  code: "damaged_line",
  file,
  line: number,
  path: jsonPath(segments),
  what
})
