/**
 * Reads what the providers' answers have in common: the body, the calls and the token counts.
 */
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { AskedCall, ModelAnswer } from "../../domain/Cassette.ts"
import { Json, JsonObject } from "../../domain/Json.ts"
import { broken, type Failure, refused } from "./Failure.ts"
import type { WireNames } from "./wireNames.ts"

/** Decodes the body of a 200, which is an answer, or an error that the provider sent in its place. */
export const readAnswer = <S extends Schema.ConstraintDecoder<unknown>>(
  schema: S,
  body: unknown
): Result.Result<S["Type"], Failure> =>
  isError(body)
    ? Result.fail(refused(body.error))
    : Result.mapError(Schema.decodeUnknownResult(schema)(body), ({ message }) => broken(message))

const isError = Schema.is(Schema.Struct({ error: Schema.Record(Schema.String, Schema.Unknown) }))

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

/**
 * Token counts. `cached` are input tokens that `input` does not include. A count that is missing or not a natural number
 * leaves the answer without usage: unrecorded is not zero.
 */
export const usageOf = (
  input: unknown,
  output: unknown,
  cached: ReadonlyArray<unknown> = []
): Pick<ModelAnswer, "usage"> =>
  Option.match(counts([output, input, ...cached.map((count) => count ?? 0)]), {
    onNone: () => ({}),
    onSome: ([written = 0, ...read]) => ({
      usage: { input: read.reduce((sum, count) => sum + count, 0), output: written }
    })
  })

const counts = Schema.decodeUnknownOption(Schema.Array(Schema.Natural))
