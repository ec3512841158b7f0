/**
 * A call as a provider writes it, read as the model meant it.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { AskedCall } from "../../../domain/Cassette.ts"
import { Json, JsonObject } from "../../../domain/Json.ts"
import type { WireNames } from "./wireNames.ts"

export interface WireCall {
  readonly id: string
  readonly name: string
  /** An object; or the text of one, whole or cut off. */
  readonly args: Json
  readonly caller?: Json | undefined
}

/** Arguments that cannot be read make a call of no server: it is seen, and never made. */
export const askedCall = (names: WireNames, { args, caller, id, name }: WireCall): AskedCall => {
  const read = argsOf(args)
  return {
    id,
    ...(read === undefined ? { server: "", name, args: { INVALID_JSON: args } } : { ...names.back(name), args: read }),
    ...(caller !== undefined && !isDirect(caller) && { caller })
  }
}

/** The calls of an answer that was cut off, without those whose arguments were. */
export const whole = (calls: ReadonlyArray<WireCall>): ReadonlyArray<WireCall> =>
  calls.filter(({ args }) => argsOf(args) !== undefined)

/** Nothing at all stands for no arguments. */
export const argsOf = (args: Json): JsonObject | undefined =>
  Option.getOrUndefined(typeof args === "string" ? readText(args.trim() === "" ? "{}" : args) : readObject(args))

const readText = Schema.decodeUnknownOption(Schema.fromJsonString(JsonObject))
const readObject = Schema.decodeUnknownOption(JsonObject)

/** Said by the model itself, which goes without saying. */
const isDirect = Schema.is(Schema.NullOr(Schema.Struct({ type: Schema.Literal("direct") })))
