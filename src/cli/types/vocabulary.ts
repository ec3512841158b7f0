/**
 * The keywords of JSON Schema that say what a value has to be. Every other one only describes it.
 */
import type { Json, JsonObject } from "../../domain/Json.ts"
import { isJsonObject } from "../../std/Json.ts"

export const vocabulary = {
  any: "$ref $dynamicRef $recursiveRef type nullable enum const allOf anyOf oneOf not if then else",
  string: "minLength maxLength pattern format",
  number: "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf",
  array:
    "items prefixItems additionalItems minItems maxItems uniqueItems contains minContains maxContains unevaluatedItems",
  object:
    "properties required additionalProperties patternProperties propertyNames minProperties maxProperties " +
    "dependentRequired dependentSchemas dependencies unevaluatedProperties",
  boolean: "",
  null: ""
} as const

const constraints = new Set(Object.values(vocabulary).join(" ").split(" "))

/** The keywords of a schema that constrain a value. */
export const constraintsOf = (schema: Json): ReadonlyArray<string> =>
  isJsonObject(schema) ? Object.keys(schema).filter((key) => constraints.has(key)) : []

export const without = (schema: JsonObject, ...keys: ReadonlyArray<string>): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)))
