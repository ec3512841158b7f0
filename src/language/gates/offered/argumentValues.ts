/**
 * Whether a value can be an argument of a tool, by the JSON Schema of the tool: its JSON type, and the values of `enum` and `const`.
 *
 * Other keywords are left to the server. What cannot be read or followed takes every value.
 */
import { match } from "../../metrics/match.ts"
import { canonicalJson } from "../../../base/std/canonicalJson.ts"
import { isArray, isJsonObject, type Json, type JsonObject } from "../../../base/std/Json.ts"
import { atPointer } from "../../../base/std/jsonPointer.ts"
import { atIndex, atKey } from "../../../base/std/path.ts"
import { shorten } from "../../../base/std/shorten.ts"
import { DEEPEST } from "./argumentPaths.ts"

/** How a value is compared with what is recorded: as a whole, as a part of it, or by its type alone. */
export type Comparing = "whole" | "part" | "type"

export interface Mismatch {
  /** The argument, as a path from the arguments. */
  readonly path: string
  readonly value: Json
  /** What the schema takes in its place. */
  readonly takes: string
}

/** Undefined if a call with these arguments can be valid. */
export const mismatchOf = (input: Json, args: Json, comparing: Comparing): Mismatch | undefined => {
  const known = new Map<JsonObject, Map<string, Mismatch | undefined>>()

  const look = (schema: Json | undefined, value: Json, path: string, depth = 0): Mismatch | undefined => {
    if (!isJsonObject(schema) || depth > DEEPEST) return undefined
    const paths = known.get(schema) ?? new Map<string, Mismatch | undefined>()
    known.set(schema, paths)
    if (paths.has(path)) return paths.get(path)
    // A reference that leads back here adds nothing.
    paths.set(path, undefined)
    const found = ownMismatch(schema, value, path) ?? nested(schema, value, path, depth + 1)
    paths.set(path, found)
    return found
  }

  const ownMismatch = (schema: JsonObject, value: Json, path: string): Mismatch | undefined => {
    const takes = takesInstead(schema, value, comparing)
    return takes === undefined ? undefined : { path, value, takes }
  }

  const nested = (schema: JsonObject, value: Json, path: string, depth: number): Mismatch | undefined => {
    const { $ref, allOf, anyOf, oneOf } = schema
    const parts = [
      ...(typeof $ref === "string" ? [look(atPointer(input, $ref), value, path, depth)] : []),
      ...(isArray(allOf) ? allOf.map((one) => look(one, value, path, depth)) : []),
      ...[anyOf, oneOf].map((some) =>
        isArray(some) ? alternatives(some.map((one) => look(one, value, path, depth))) : undefined
      ),
      ...(isJsonObject(value)
        ? Object.entries(value).map(([key, one]) => look(propertyOf(schema, key), one, atKey(path, key), depth))
        : isArray(value)
          ? value.map((one, at) =>
              look(schema["prefixItems"] === undefined ? schema["items"] : true, one, atIndex(path, at), depth)
            )
          : [])
    ]
    return parts.find((part) => part !== undefined)
  }

  return look(input, args, "")
}

/** The mismatch of a value that none of several schemas takes. */
const alternatives = (all: ReadonlyArray<Mismatch | undefined>): Mismatch | undefined => {
  const [first, ...others] = all
  if (first === undefined || others.includes(undefined)) return undefined
  const takes = all.flatMap((one) => (one?.path === first.path ? [one.takes] : []))
  return { ...first, takes: [...new Set(takes)].join(" or ") }
}

const propertyOf = (
  { additionalProperties, patternProperties, properties }: JsonObject,
  key: string
): Json | undefined =>
  isJsonObject(properties) && Object.hasOwn(properties, key)
    ? properties[key]
    : patternProperties === undefined
      ? additionalProperties
      : undefined

/** What a schema itself says that a value is not. */
const takesInstead = (schema: JsonObject, value: Json, comparing: Comparing): string | undefined => {
  const { const: only, enum: listed, nullable, type } = schema
  const types = isArray(type) ? type : type === undefined ? [] : [type]
  if (value === null && nullable === true) return undefined
  if (types.length > 0 && types.every((one) => KINDS.has(String(one)) && !isOf(String(one), value)))
    return types.map((one) => KINDS.get(String(one))).join(" or ")
  if (comparing === "type") return undefined
  const values = only === undefined ? listed : [only]
  return isArray(values) && !values.some((one) => isSame(value, one, comparing))
    ? `${values.length === 1 ? "" : "one of "}${shorten(values.map((one) => JSON.stringify(one)).join(", "), 200)}`
    : undefined
}

const isSame = (value: Json, listed: Json, comparing: Comparing): boolean =>
  canonicalJson(value) === canonicalJson(listed) ||
  (comparing === "part" && typeof value === "object" && match({ op: "contains", value }, listed).passed)

const KINDS: ReadonlyMap<string, string> = new Map([
  ["null", "null"],
  ["boolean", "true or false"],
  ["integer", "an integer"],
  ["number", "a number"],
  ["string", "a text"],
  ["array", "a list"],
  ["object", "an object"]
])

const isOf = (type: string, value: Json): boolean => {
  if (value === null) return type === "null"
  if (isArray(value)) return type === "array"
  return type === "integer" ? Number.isInteger(value) : typeof value === type
}
