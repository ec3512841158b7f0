/**
 * Which values a JSON Schema allows, apart from what only describes them.
 */
import type { Json, JsonObject } from "../../domain/Json.ts"
import { constraints } from "../../domain/schemaKeywords.ts"
import { isJsonObject } from "../../std/Json.ts"

/** The keywords of a schema that constrain a value. */
export const constraintsOf = (schema: Json): ReadonlyArray<string> =>
  isJsonObject(schema) ? Object.keys(schema).filter((key) => constraints.has(key)) : []

export const without = (schema: JsonObject, ...keys: ReadonlyArray<string>): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)))
