/**
 * How OpenAI wants tools to be described.
 */
import type { Json } from "../../../domain/Json.ts"

export const LONGEST_NAME = 64

/** An object without properties has to say so. */
export const parameters = (schema: Json): { [name: string]: unknown } => ({
  type: "object",
  properties: {},
  ...(typeof schema === "object" && !Array.isArray(schema) && schema)
})
