/**
 * Reads the bytes of a baseline, or says what is wrong with them in one clause.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { findFlaw } from "../../base/std/findFlaw.ts"
import { Baseline } from "../../base/domain/verdict/Baseline.ts"
import { jsonPath } from "../../base/std/jsonPath.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"

const isBaseline = Schema.is(Schema.Struct({ format: Schema.Literal("passhat-baseline") }))
const isNewer = Schema.is(Schema.Struct({ version: Schema.Finite.check(Schema.isGreaterThan(1)) }))
const decode = Schema.decodeUnknownResult(Baseline)
const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

/** Undefined for bytes that are no baseline: they may be something else that is JSON. */
export const parseBaseline = (file: string, bytes: Uint8Array): Baseline | { readonly problem: string } | undefined => {
  const text = tryCatch(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes))
  const json: unknown = text === undefined ? undefined : tryCatch(() => JSON.parse(text))
  if (text === undefined || !isBaseline(json)) return undefined
  const flaw = findFlaw(text)
  if (flaw !== undefined) return { problem: `${file}, ${jsonPath(flaw.path ?? [])}: ${flaw.reason}` }
  if (isNewer(json)) return { problem: `${file} is of version ${json.version}, and this passhat reads version 1` }
  return Result.match(decode(json), {
    onSuccess: (baseline): Baseline | { readonly problem: string } => {
      const twice = repeated(baseline)
      return twice === undefined ? baseline : { problem: `${file} has ${twice} twice` }
    },
    onFailure: ({ issue }) => {
      const [{ message, path = [] } = { message: "Expected another value" }] = formatIssue(issue).issues
      const place = jsonPath(path.map((segment) => (typeof segment === "object" ? segment.key : segment)))
      return { problem: `${file}, ${place}: ${message.charAt(0).toLowerCase()}${message.slice(1)}` }
    }
  })
}

/** Runs pair up by their numbers, and cells by their ids. */
const repeated = ({ cells }: Baseline): string | undefined => {
  const ids = new Set<string>()
  for (const { id, runs } of cells) {
    if (ids.has(id)) return `the cell ${id}`
    ids.add(id)
    const indices = new Set<number>()
    for (const { index } of runs) {
      if (indices.has(index)) return `run ${index} of ${id}`
      indices.add(index)
    }
  }
  return undefined
}
