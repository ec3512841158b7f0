/**
 * Which values a JSON Schema allows, apart from what only describes them.
 */
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import { constraints } from "../../base/domain/matching/schemaKeywords.ts"
import { isJsonObject } from "../../base/std/Json.ts"

/** The keywords of a schema that constrain a value. */
export const constraintsOf = (schema: Json): ReadonlyArray<string> =>
  isJsonObject(schema) ? Object.keys(schema).filter((key) => constraints.has(key)) : []

export const without = (schema: JsonObject, ...keys: ReadonlyArray<string>): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)))
