/**
 * The keywords of JSON Schema that say which values are allowed. Every other keyword only describes them.
 */
import type { Json, JsonObject } from "../../domain/Json.ts"
import { isJsonObject } from "../../std/Json.ts"

const constraints = new Set(
  [
    "$ref $dynamicRef $recursiveRef type nullable enum const allOf anyOf oneOf not if then else",
    "minLength maxLength pattern format",
    "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf",
    "items prefixItems additionalItems minItems maxItems uniqueItems contains minContains maxContains unevaluatedItems",
    "properties required additionalProperties patternProperties propertyNames minProperties maxProperties",
    "dependentRequired dependentSchemas dependencies unevaluatedProperties"
  ].flatMap((keywords) => keywords.split(" "))
)

/** The keywords of a schema that constrain a value. */
export const constraintsOf = (schema: Json): ReadonlyArray<string> =>
  isJsonObject(schema) ? Object.keys(schema).filter((key) => constraints.has(key)) : []

export const without = (schema: JsonObject, ...keys: ReadonlyArray<string>): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)))
