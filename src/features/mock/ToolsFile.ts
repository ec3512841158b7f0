/**
 * The file that a mock serves: tools with canned answers, and resources. What is wrong with it is one sentence with the
 * file, the line and the reason.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Json, JsonObject } from "../../base/domain/Json.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { lineNumberOf } from "./lineNumberOf.ts"
import { parseYaml } from "./parseYaml.ts"
import { problemOf, shown } from "./problemOf.ts"

/** These fields, and any others that MCP has. */
const open = <Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Schema.StructWithRest(Schema.Struct(fields), [JsonObject])

const Content = Schema.Union([
  open({ type: Schema.Literal("text"), text: Schema.String }),
  open({ type: Schema.Literal("image"), data: Schema.String, mimeType: Schema.String }),
  open({ type: Schema.Literal("audio"), data: Schema.String, mimeType: Schema.String }),
  open({ type: Schema.Literal("resource"), resource: JsonObject }),
  open({ type: Schema.Literal("resource_link"), uri: Schema.String, name: Schema.String })
]).annotate({ expected: "an object whose type is text, image, audio, resource or resource_link" })

/** A text, or a result as MCP has it. */
export const Response = Schema.Union([
  Schema.String,
  Schema.Struct({
    content: Schema.Union([Schema.String, Schema.Array(Content)]).annotate({ expected: "text or a list of content" }),
    structuredContent: Schema.optionalKey(Json),
    isError: Schema.optionalKey(Schema.Boolean)
  })
]).annotate({ expected: "text or an object with content" })
export type Response = typeof Response.Type

export const MockTool = Schema.Struct({
  name: Schema.NonEmptyString,
  description: Schema.optionalKey(Schema.String),
  inputSchema: Schema.optionalKey(open({ type: Schema.optionalKey(Schema.Literal("object")) })),
  /** The default is `ok`. */
  response: Schema.optionalKey(Response),
  /** The first whose `when` is part of the arguments answers instead. */
  responses: Schema.optionalKey(Schema.Array(Schema.Struct({ when: JsonObject, response: Response })))
})
export interface MockTool extends Schema.Schema.Type<typeof MockTool> {}

const named = Schema.makeFilter((tools: ReadonlyArray<MockTool>) => {
  const names = tools.map(({ name }) => name)
  const again = names.findIndex((name, i) => names.indexOf(name) < i)
  return again < 0 || { path: [again, "name"], issue: `another tool is named ${JSON.stringify(names[again])}` }
})

const MockResource = Schema.Struct({ uri: Schema.NonEmptyString, name: Schema.NonEmptyString, text: Schema.String })

export const ToolsFile = Schema.Struct({
  tools: Schema.Array(MockTool).check(named),
  resources: Schema.optionalKey(Schema.Array(MockResource))
})
export interface ToolsFile extends Schema.Schema.Type<typeof ToolsFile> {}

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
  const excess = excessOf(parsed.success)
  if (excess !== undefined) {
    const { path, what } = excess
    return yield* new UsageError({
      what: `${file}:${lineNumberOf(text, path)}: ${shown(path)} ${what}.`,
      hint: "Correct it."
    })
  }
  const decoded = decode(parsed.success)
  if (Result.isFailure(decoded)) {
    const { hint, path, what } = problemOf(decoded.failure)
    return yield* new UsageError({ what: `${file}:${lineNumberOf(text, path)}: ${what}.`, hint })
  }
  return decoded.success
})

const decode = Schema.decodeUnknownResult(ToolsFile, { onExcessProperty: "error", reportInput: true })

const MAX_DEPTH = 128
const MAX_VALUES = 1_000_000
/** As much of a path as helps to find the place. */
const SHOWN_DEPTH = 4

interface Excess {
  readonly path: ReadonlyArray<string | number>
  /** A predicate without its subject. */
  readonly what: string
}

/** Undefined if the value may be decoded. Nothing recurses. */
const excessOf = (value: unknown): Excess | undefined => {
  const left: Array<Part> = [{ value, depth: 0, path: [] }]
  let count = 0
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    const { depth, path } = part
    if (typeof part.value !== "object" || part.value === null) continue
    if (depth === MAX_DEPTH) return { path, what: `is nested deeper than ${MAX_DEPTH} levels` }
    const isList = Array.isArray(part.value)
    for (const [key, inner] of Object.entries(part.value)) {
      if (++count > MAX_VALUES) return { path: [], what: `has more than ${MAX_VALUES} values` }
      const below = depth < SHOWN_DEPTH ? [...path, isList ? Number(key) : key] : path
      left.push({ value: inner, depth: depth + 1, path: below })
    }
  }
  return undefined
}

interface Part {
  readonly value: unknown
  readonly depth: number
  readonly path: ReadonlyArray<string | number>
}
