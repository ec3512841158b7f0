/**
 * Reads what the providers' answers have in common: the body and the calls.
 */
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import type { AskedCall } from "../../../base/domain/recording/Cassette.ts"
import { Json, JsonObject } from "../../../base/domain/Json.ts"
import { jsonPath } from "../../../base/std/jsonPath.ts"
import { tryCatch } from "../../../base/std/tryCatch.ts"
import { firstWords } from "../../../base/std/wholeWords.ts"
import { type Failure, refused, unreadable } from "./Failure.ts"
import type { WireNames } from "./wireNames.ts"

/** Decodes the body of a 200, which is an answer, or an error that the provider sent in its place. */
export const readAnswer = <S extends Schema.ConstraintDecoder<unknown>>(
  schema: S,
  body: unknown,
  path: ReadonlyArray<PropertyKey> = []
): Result.Result<S["Type"], Failure> =>
  isError(body)
    ? Result.fail(refused(body))
    : Result.mapError(Schema.decodeUnknownResult(schema)(body), ({ issue }) => unreadable(flawOf(issue, body, path)))

const isError = Schema.is(
  Schema.Struct({ error: Schema.Union([Schema.Record(Schema.String, Schema.Unknown), Schema.NonEmptyString]) })
)

const problems = SchemaIssue.makeFormatterStandardSchemaV1()

/** The first thing that is wrong with an answer: its path, what is there, and what is expected. */
const flawOf = (issue: SchemaIssue.Issue, body: unknown, path: ReadonlyArray<PropertyKey>): string => {
  const [first] = problems(issue).issues
  const steps = (first?.path ?? []).map((step) => (typeof step === "object" ? step.key : step))
  const value = steps.reduce<unknown>((at, step) => (at as Steps | undefined)?.[step], body)
  const expected = first?.message.startsWith("Expected") ? `, ${lowerFirst(first.message)}` : ""
  return `${jsonPath([...path, ...steps]) || "it"} is ${shownValue(value)}${expected}`
}

interface Steps {
  readonly [step: PropertyKey]: unknown
}

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1)

/** In characters. Most of an answer is of no help to see what is wrong with it. */
const LONGEST_VALUE = 80

/** Cut between words: half a key would not be found, and show half a key. */
export const shownValue = (value: unknown): string => {
  const text = value === undefined ? "absent" : typeof value === "string" ? JSON.stringify(value) : jsonOf(value)
  return text.length > LONGEST_VALUE ? `${firstWords(text, LONGEST_VALUE)}...` : text
}

const jsonOf = (value: unknown): string => tryCatch(() => JSON.stringify(value)) ?? String(value)

/** A call as the provider sends it. */
export interface WireCall {
  readonly id: string
  readonly name: string
  /** An object, or the text of one, which may be cut off. */
  readonly args: Json
  readonly caller?: Json | undefined
}

/** A call whose arguments cannot be read belongs to no server: it is recorded, and no tool runs. */
export const askedCall = (names: WireNames, { args, caller, id, name }: WireCall): AskedCall => {
  const read = argsOf(args)
  return {
    id,
    ...(read === undefined ? { server: "", name, args: { INVALID_JSON: args } } : { ...names.back(name), args: read }),
    ...(caller !== undefined && !isDirect(caller) && { caller })
  }
}

/** The calls of a truncated answer whose arguments are complete. */
export const completeCalls = (calls: ReadonlyArray<WireCall>): ReadonlyArray<WireCall> =>
  calls.filter(({ args }) => argsOf(args) !== undefined)

/** The arguments as an object, or undefined. An empty text means no arguments. */
export const argsOf = (args: Json): JsonObject | undefined =>
  Option.getOrUndefined(typeof args === "string" ? parseObject(args.trim() === "" ? "{}" : args) : readObject(args))

const parseObject = Schema.decodeUnknownOption(Schema.fromJsonString(JsonObject))
const readObject = Schema.decodeUnknownOption(JsonObject)

/** The caller of most calls is the model itself, which is not recorded. */
const isDirect = Schema.is(Schema.NullOr(Schema.Struct({ type: Schema.Literal("direct") })))
