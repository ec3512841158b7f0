/**
 * Values made from a JSON Schema: some that it allows, and each of those with one defect.
 */
import type { Json, JsonObject } from "../../../src/base/domain/Json.ts"

/** The smallest value, and the one that has everything. */
export const samplesOf = (schema: JsonObject): ReadonlyArray<Json> => [sample(schema, false), sample(schema, true)]

/** Every key left out, given another type or taken out of its range, and an unknown key, at every depth. */
export const spoilt = (value: Json): ReadonlyArray<Json> => [
  ...["", "x", 0, -1, 1.5, 1e6, true, null, [], {}, ["x"], { x: 1 }].filter((other) => typeof other !== typeof value),
  ...(typeof value === "string" ? ["", " -", "x".repeat(300)] : []),
  ...(typeof value === "number" ? [-1, 0, 0.5, 1e6] : []),
  ...(Array.isArray(value)
    ? [[], [...value, ...value], ...value.flatMap((item) => spoilt(item).map((bad) => [bad]))]
    : []),
  ...(isObject(value) ? spoiltObject(value) : [])
]

const spoiltObject = (value: JsonObject): ReadonlyArray<Json> => [
  { ...value, "no such key": 1 },
  ...Object.keys(value).flatMap((key) => {
    const { [key]: own = null, ...rest } = value
    return [rest, ...spoilt(own).map((bad) => ({ ...rest, [key]: bad }))]
  })
]

const sample = (schema: Json | undefined, full: boolean): Json => {
  if (!isObject(schema)) return "anything"
  const {
    anyOf,
    const: only,
    enum: values,
    items,
    maximum,
    minItems,
    minLength,
    minimum,
    properties = {},
    type
  } = schema
  if (only !== undefined) return only
  if (Array.isArray(values)) return values.at(full ? -1 : 0) ?? null
  if (Array.isArray(anyOf)) return sample(anyOf.at(full ? -1 : 0), full)
  switch (Array.isArray(type) ? type.at(full ? -1 : 0) : type) {
    case "string":
      return "s".repeat(Math.max(Number(minLength ?? 0), full ? 3 : 0))
    case "integer":
    case "number":
      return Number((full ? maximum : undefined) ?? minimum ?? 0)
    case "boolean":
      return full
    case "null":
      return null
    case "array":
      return Array.from({ length: Math.max(Number(minItems ?? 0), full ? 2 : 0) }, () => sample(items, full))
    default:
      return Object.fromEntries(
        Object.entries(properties as JsonObject)
          .filter(([key]) => full || (schema["required"] as ReadonlyArray<Json> | undefined)?.includes(key))
          .map(([key, property]) => [key, sample(property, full)])
      )
  }
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
