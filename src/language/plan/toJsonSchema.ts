/**
 * The JSON Schema of a Schema that was written by hand. Loads effect/Schema, so it is imported only for a suite that has
 * such a catalogue.
 */
import * as Schema from "effect/Schema"
import type { Json } from "../../base/domain/Json.ts"
import type { ToJsonSchema } from "./toolData.ts"

/** Reads the schema's syntax tree, which is data: a schema of another copy of effect will do. */
export const toJsonSchema: ToJsonSchema = (schema) => {
  const { definitions, schema: root } = Schema.toJsonSchemaDocument(schema)
  return (Object.keys(definitions).length > 0 ? { ...root, $defs: definitions } : root) as Json
}
