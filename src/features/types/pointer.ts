/**
 * References inside a JSON Schema: `#/$defs/Node` and every other JSON pointer into the same document.
 */
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import { isJsonObject } from "../../base/std/Json.ts"
import { atPointer } from "../../base/std/jsonPointer.ts"
import { constraints } from "../../base/domain/matching/schemaKeywords.ts"

export interface PointerTarget {
  /** Of the schema itself, after references to references. */
  readonly pointer: string
  readonly schema: Json
}

/** `undefined` if a reference leaves the document, points to nothing, or only leads back to itself. */
export const follow = (root: Json, reference: string): PointerTarget | undefined => {
  const before = new Set<string>()
  for (let pointer = reference; !before.has(pointer);) {
    const schema = atPointer(root, pointer)
    if (schema === undefined) return undefined
    const next = isJsonObject(schema) ? schema["$ref"] : undefined
    if (typeof next !== "string" || constraintsOf(schema).length !== 1) return { pointer, schema }
    before.add(pointer)
    pointer = next
  }
  return undefined
}

/** The keywords of a schema that constrain a value. */
export const constraintsOf = (schema: Json): ReadonlyArray<string> =>
  isJsonObject(schema) ? Object.keys(schema).filter((key) => constraints.has(key)) : []

export const without = (schema: JsonObject, ...keys: ReadonlyArray<string>): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)))

/** A schema nested deeper than that is not read to its end. */
export const DEEPEST = 64

/** What may still be read. Below zero, what was read says too little. */
export interface ReadingWork {
  left: number
}

/** For a schema that was read within bounds before. */
export const boundless: ReadingWork = { left: Infinity }

/** For the schema of one tool: about a second. */
export const MOST_READ = 100_000
