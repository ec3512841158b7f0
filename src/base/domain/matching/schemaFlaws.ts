/**
 * What is wrong with a JSON Schema that a suite compares with: a word that is no keyword checks nothing.
 */
import { isArray, isJsonObject, type Json } from "../../std/Json.ts"
import { quoteUnknown } from "../../std/nearest.ts"
import { constraints, formats, isKeyword, keywords, nestedIn } from "./schemaKeywords.ts"

/** Each word that is no keyword and each format that does not exist, as the rest of "a JSON Schema with ...". */
export const schemaFlaws = (schema: Json, path: ReadonlyArray<string> = []): ReadonlyArray<string> => {
  if (!isJsonObject(schema)) return []
  const { format } = schema
  return [
    ...Object.keys(schema)
      .filter((key) => !isKeyword(key))
      .map((key) => `the unknown keyword ${quoteUnknown(key, keywords)}${place(path)}`),
    ...(typeof format === "string" && !formats.has(format)
      ? [`the unknown format ${quoteUnknown(format, [...formats])}${place(path)}`]
      : []),
    ...nestedIn(schema).flatMap((nested) => schemaFlaws(nested.schema, [...path, ...nested.path]))
  ]
}

const place = (path: ReadonlyArray<string>): string => (path.length === 0 ? "" : ` at ${path.join("/")}`)

/** Whether a schema accepts every value. A schema of which this cannot be seen at once does not. */
export const acceptsAll = (schema: Json | undefined): boolean =>
  schema === true ||
  (isJsonObject(schema) && Object.entries(schema).every(([key, value]) => !constraints.has(key) || isOpen(key, value)))

/** Whether a keyword with this value constrains nothing. */
const isOpen = (key: string, value: Json): boolean => {
  switch (key) {
    case "properties":
    case "patternProperties":
    case "dependentSchemas":
      return isJsonObject(value) && Object.values(value).every(acceptsAll)
    case "items":
    case "additionalItems":
    case "additionalProperties":
    case "unevaluatedItems":
    case "unevaluatedProperties":
    case "propertyNames":
    case "then":
    case "else":
      return acceptsAll(value)
    case "allOf":
    case "prefixItems":
      return isArray(value) && value.every(acceptsAll)
    case "anyOf":
      return isArray(value) && value.some(acceptsAll)
    case "required":
      return isArray(value) && value.length === 0
    case "minLength":
    case "minItems":
    case "minProperties":
      return value === 0
    case "type":
      return isArray(value) && everyType.every((type) => value.includes(type))
    case "uniqueItems":
      return value === false
    default:
      // Without then and else, an if decides nothing.
      return key === "if" || key === "nullable"
  }
}

const everyType = ["null", "boolean", "number", "string", "array", "object"]
