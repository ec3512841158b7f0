/**
 * References inside a JSON Schema: `#/$defs/Node` and every other JSON pointer into the same document.
 */
import type { Json } from "../../base/domain/Json.ts"
import { isJsonObject } from "../../base/std/Json.ts"
import { atPointer } from "../../base/std/jsonPointer.ts"
import { constraintsOf } from "./constraints.ts"

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
