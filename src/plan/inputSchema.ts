/**
 * The JSON Schema of a tool's arguments, as the catalogue states them.
 */
import type * as Schema from "effect/Schema"
import type { Json } from "../domain/Json.ts"
import { noteOf } from "../dsl/described/Note.ts"
import { toJsonSchemaDocument } from "../dsl/Schema.ts"

/** Written once for each: rules and fingerprints of every cell read it. */
export const inputSchema = (args: Schema.Codec<any, any>): Json => {
  const known = noteOf(args)?.json ?? written.get(args)
  if (known !== undefined) return known
  const { definitions, schema } = toJsonSchemaDocument(args)
  const json = (Object.keys(definitions).length > 0 ? { ...schema, $defs: definitions } : schema) as Json
  written.set(args, json)
  return json
}

const written = new WeakMap<object, Json>()
