/**
 * The keywords of JSON Schema: which of them constrain a value, and where schemas are nested in one.
 */
import { isArray, isJsonObject, type Json, type JsonObject } from "../../std/Json.ts"
import { words } from "../../std/wholeWords.ts"

/** Keywords that say which values are allowed. Every other keyword only describes them. */
export const constraints = words(
  "$ref $dynamicRef $recursiveRef type nullable enum const allOf anyOf oneOf not if then else",
  "minLength maxLength pattern format",
  "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf",
  "items prefixItems additionalItems minItems maxItems uniqueItems contains minContains maxContains unevaluatedItems",
  "properties required additionalProperties patternProperties propertyNames minProperties maxProperties",
  "dependentRequired dependentSchemas dependencies unevaluatedProperties"
)

const descriptions = words(
  "title description default example examples deprecated readOnly writeOnly definitions",
  "contentEncoding contentMediaType contentSchema"
)

/** Formats that are checked, and those of the standard that are not. */
export const formats = words(
  "date time date-time iso-time iso-date-time duration uri uri-reference uri-template url iri iri-reference email",
  "idn-email hostname idn-hostname ipv4 ipv6 regex uuid json-pointer json-pointer-uri-fragment relative-json-pointer",
  "byte int32 int64 float double password binary"
)

/** Every keyword of JSON Schema, for the nearest one to a word that is none. */
export const keywords: ReadonlyArray<string> = [...constraints, ...descriptions]

/** Names with `$` belong to the core of JSON Schema, names with `x-` to the author of the schema. */
export const isKeyword = (key: string): boolean =>
  key.startsWith("$") || key.startsWith("x-") || constraints.has(key) || descriptions.has(key)

/** A schema inside a schema, with the path to it. */
export interface Nested {
  readonly path: ReadonlyArray<string>
  readonly schema: Json
}

/** The schemas that a schema holds directly. */
export const nestedIn = (schema: JsonObject): ReadonlyArray<Nested> =>
  Object.entries(schema).flatMap(([key, value]): ReadonlyArray<Nested> => {
    if (single.has(key) && !isArray(value)) return [{ path: [key], schema: value }]
    if (listed.has(key) && isArray(value)) return value.map((one, at) => ({ path: [key, `${at}`], schema: one }))
    return named.has(key) && isJsonObject(value)
      ? Object.entries(value).map(([name, one]) => ({ path: [key, name], schema: one }))
      : []
  })

const single = words(
  "not if then else items additionalItems additionalProperties propertyNames contains unevaluatedItems",
  "unevaluatedProperties contentSchema"
)
const listed = words("allOf anyOf oneOf prefixItems items")
const named = words("properties patternProperties $defs definitions dependentSchemas dependencies")
