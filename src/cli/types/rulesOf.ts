/**
 * The filters of Effect's Schema for what a JSON Schema says of a string, a number, an array or an object.
 */
import * as Result from "effect/Result"
import type { Json, JsonObject } from "../../domain/Json.ts"
import { literal } from "./Code.ts"
import type { Shape } from "./Shape.ts"
import { constraintsOf, vocabulary } from "./vocabulary.ts"

export type Kind = Exclude<keyof typeof vocabulary, "any">

/** Keywords that are taken care of elsewhere are named; what is left has a filter, or is left unchecked. */
export const rulesOf = (
  schema: JsonObject,
  kind: Kind | "any",
  elsewhere: ReadonlyArray<string> = []
): Pick<Shape, "checks" | "unchecked"> => {
  const found = kind === "any" ? [] : filters[kind].flatMap((filter) => filter(schema))
  const done = new Set(["type", "nullable", ...elsewhere, ...found.flatMap(({ keywords }) => keywords)])
  const mine = kind === "any" ? constraintsOf(schema) : `${vocabulary.any} ${vocabulary[kind]}`.split(" ")
  return {
    checks: found.flatMap(({ check }) => check ?? []),
    unchecked: mine
      .filter((key) => Object.hasOwn(schema, key) && !done.has(key))
      .map((key) => (key === "format" ? `format ${literal(String(schema[key]))}` : key))
  }
}

/** A filter that was found, if one is needed, and the keywords that are said with it. */
interface Found {
  readonly check?: string
  readonly keywords: ReadonlyArray<string>
}

type Filter = (schema: JsonObject) => ReadonlyArray<Found>

const isNumber = (value: Json | undefined): value is number => typeof value === "number" && Number.isFinite(value)
const isCount = (value: Json | undefined): value is number => isNumber(value) && Number.isInteger(value) && value >= 0

const range =
  (
    [least, most]: readonly [string, string],
    valid: typeof isNumber,
    words: { readonly [Side in "least" | "most"]: string } & {
      readonly both: (least: number, most: number) => string
    }
  ): Filter =>
  (schema) => {
    const [from, to] = [schema[least], schema[most]]
    if (valid(from) && valid(to)) return [{ check: words.both(from, to), keywords: [least, most] }]
    if (valid(from)) return [{ check: `${words.least}(${from})`, keywords: [least] }]
    return valid(to) ? [{ check: `${words.most}(${to})`, keywords: [most] }] : []
  }

const single =
  (key: string, valid: typeof isNumber, word: string): Filter =>
  (schema) => {
    const value = schema[key]
    return valid(value) ? [{ check: `${word}(${value})`, keywords: [key] }] : []
  }

/** A pattern that is none in Unicode mode, which JSON Schema asks for, is no pattern. */
const pattern: Filter = ({ pattern: text }) =>
  typeof text === "string" && Result.isSuccess(Result.try(() => new RegExp(text, "u")))
    ? [{ check: `isPattern(new RegExp(${literal(text)}, "u"))`, keywords: ["pattern"] }]
    : []

const format: Filter = (schema) => (schema["format"] === "uuid" ? [{ check: "isGUID()", keywords: ["format"] }] : [])

const unique: Filter = ({ uniqueItems }) =>
  typeof uniqueItems === "boolean" ? [{ ...(uniqueItems && { check: "isUnique()" }), keywords: ["uniqueItems"] }] : []

/** JSON Schema counts the characters of a text as code points. */
const filters: { readonly [K in Kind]: ReadonlyArray<Filter> } = {
  string: [
    range(["minLength", "maxLength"], isCount, {
      least: "isMinCodePoints",
      most: "isMaxCodePoints",
      both: (least, most) => `isBetweenCodePoints(${least}, ${most})`
    }),
    pattern,
    format
  ],
  number: [
    range(["minimum", "maximum"], isNumber, {
      least: "isGreaterThanOrEqualTo",
      most: "isLessThanOrEqualTo",
      both: (minimum, maximum) => `isBetween({ minimum: ${minimum}, maximum: ${maximum} })`
    }),
    single("exclusiveMinimum", isNumber, "isGreaterThan"),
    single("exclusiveMaximum", isNumber, "isLessThan"),
    single("multipleOf", (value): value is number => isNumber(value) && value > 0, "isMultipleOf")
  ],
  array: [
    range(["minItems", "maxItems"], isCount, {
      least: "isMinLength",
      most: "isMaxLength",
      both: (least, most) => `isBetweenLength(${least}, ${most})`
    }),
    unique
  ],
  object: [
    range(["minProperties", "maxProperties"], isCount, {
      least: "isMinProperties",
      most: "isMaxProperties",
      both: (least, most) => `isBetweenProperties(${least}, ${most})`
    })
  ],
  boolean: [],
  null: []
}
