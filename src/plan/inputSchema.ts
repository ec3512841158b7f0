/**
 * The JSON Schema of a tool's arguments, as the catalogue states them.
 */
import * as Schema from "effect/Schema"
import type { Json } from "../domain/Json.ts"

export const inputSchema = (args: Schema.Codec<any, any>): Json => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(args)
  return (Object.keys(definitions).length > 0 ? { ...schema, $defs: definitions } : schema) as Json
}
