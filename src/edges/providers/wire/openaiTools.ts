/**
 * How the APIs of OpenAI describe tools.
 */
import type { Json, JsonObject } from "../../../base/domain/Json.ts"
import { isJsonObject } from "../../../base/std/Json.ts"

/** The most characters that a tool's name may have. */
export const LONGEST_NAME = 64

/** A tool's input schema. OpenAI requires `properties`, even of an object that has none. */
export const parameters = (schema: Json): JsonObject => ({
  type: "object",
  properties: {},
  ...(isJsonObject(schema) && schema)
})
