/**
 * The filters of catalogues, as effect writes them into a JSON Schema.
 */
import type { JsonObject } from "../../domain/Json.ts"
import { type Check, exact, type Note } from "./Note.ts"

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0
const isNumber = (value: unknown): boolean => Number.isFinite(value)
const isPositive = (value: unknown): boolean => isNumber(value) && Number(value) > 0

type Numbers = (...values: ReadonlyArray<number>) => Check

/** Where every argument is such a number, and there is one for each that is asked for. */
const given =
  (isSuch: (value: unknown) => boolean, check: Numbers) =>
  (...args: ReadonlyArray<unknown>): Check | undefined =>
    args.length === check.length && args.every(isSuch) ? check(...(args as ReadonlyArray<number>)) : undefined

const on =
  (types: ReadonlyArray<unknown>, json: JsonObject): Check =>
  (type) =>
    types.includes(type) ? exact(json) : undefined
const text = (json: JsonObject): Check => on(["string"], json)
const number = (json: JsonObject): Check => on(["number", "integer"], json)
const object = (json: JsonObject): Check => on(["object"], json)

/** JSON Schema counts characters, a length counts what they are made of: a character is one such or two. */
const length =
  (least: number | undefined, most: number | undefined): Check =>
  (type) => {
    const bounds = (low: string, high: string, of: (least: number) => number): JsonObject => ({
      ...(least !== undefined && { [low]: of(least) }),
      ...(most !== undefined && { [high]: most })
    })
    if (type === "array") return exact(bounds("minItems", "maxItems", (items) => items))
    const characters = (units: number) => Math.ceil(units / 2)
    const isExact = most === undefined ? (least ?? 0) <= 1 : most === 0 || characters(least ?? 0) > most
    return type === "string" ? { json: bounds("minLength", "maxLength", characters), isExact } : undefined
  }

const guid = "^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$"

export const checks: { readonly [name: string]: (...args: ReadonlyArray<unknown>) => Check | undefined } = {
  isBetween: (range, ...others) => {
    const { maximum, minimum, ...options } = (range ?? {}) as JsonObject
    const isPlain = isNumber(minimum) && isNumber(maximum) && Object.keys(options).length + others.length === 0
    return isPlain ? number({ minimum: Number(minimum), maximum: Number(maximum) }) : undefined
  },
  isBetweenCodePoints: given(isCount, (minLength, maxLength) => text({ allOf: [{ minLength }, { maxLength }] })),
  isBetweenLength: given(isCount, (least, most) => length(least, most)),
  isBetweenProperties: given(isCount, (minProperties, maxProperties) => object({ minProperties, maxProperties })),
  isGUID: given(isCount, () => text({ pattern: guid })),
  isGreaterThan: given(isNumber, (exclusiveMinimum) => number({ exclusiveMinimum })),
  isGreaterThanOrEqualTo: given(isNumber, (minimum) => number({ minimum })),
  isLessThan: given(isNumber, (exclusiveMaximum) => number({ exclusiveMaximum })),
  isLessThanOrEqualTo: given(isNumber, (maximum) => number({ maximum })),
  isMaxCodePoints: given(isCount, (maxLength) => text({ maxLength })),
  isMaxLength: given(isCount, (most) => length(undefined, most)),
  isMaxProperties: given(isCount, (maxProperties) => object({ maxProperties })),
  isMinCodePoints: given(isCount, (minLength) => text({ minLength })),
  isMinLength: given(isCount, (least) => length(least, undefined)),
  isMinProperties: given(isCount, (minProperties) => object({ minProperties })),
  isMultipleOf: given(isPositive, (multipleOf) => number({ multipleOf })),
  isNonEmpty: given(isCount, () => length(1, undefined)),
  isPattern: (pattern, ...others) =>
    pattern instanceof RegExp && pattern.flags === "u" && others.length === 0
      ? text({ pattern: pattern.source })
      : undefined,
  isUnique: given(isCount, () => on(["array"], { uniqueItems: true }))
}

/** A schema with filters, each beside what is there; nothing, where one has no place there. */
export const checked = (note: Note, filters: ReadonlyArray<Check> | undefined): Note | undefined =>
  filters?.reduce<Note | undefined>((left, filter) => {
    const right = left && !left.isOptional ? filter(left.json["type"]) : undefined
    const json = left && right && joined(left.json, right.json)
    return json && { json, isExact: left.isExact && right.isExact }
  }, note)

/** The tighter of two bounds holds. What else is said twice is for effect to write. */
const joined = (left: JsonObject, right: JsonObject): JsonObject | undefined => {
  const twice = Object.keys(right).filter((key) => key in left)
  if (!twice.every((key) => typeof left[key] === "number" && /min|max/i.test(key))) return undefined
  const bounds = twice.map((key) => {
    const tighter = /max/i.test(key) ? Math.min : Math.max
    return [key, tighter(Number(left[key]), Number(right[key]))] as const
  })
  const both: JsonObject = { ...left, ...right, ...Object.fromEntries(bounds) }
  const bound = (key: string, otherwise: number): number => Number(both[key] ?? otherwise)
  const low = bound("exclusiveMinimum", -Infinity) >= bound("minimum", -Infinity) ? "minimum" : "exclusiveMinimum"
  const high = bound("exclusiveMaximum", Infinity) <= bound("maximum", Infinity) ? "maximum" : "exclusiveMaximum"
  return Object.fromEntries(Object.entries(both).filter(([key]) => key !== low && key !== high))
}
