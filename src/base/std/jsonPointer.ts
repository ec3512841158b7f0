/**
 * JSON pointers in the form of a reference inside a document: `#/$defs/Node`.
 */
import type { Json } from "./Json.ts"
import { tryCatch } from "./tryCatch.ts"

/** The steps of a pointer, decoded. Undefined for a reference that leaves the document. */
export const stepsOf = (pointer: string): ReadonlyArray<string> | undefined => {
  if (pointer === "#") return []
  if (!pointer.startsWith("#/")) return undefined
  return tryCatch(() => decodeURIComponent(pointer.slice(2)).split("/"))?.map((step) =>
    step.replaceAll("~1", "/").replaceAll("~0", "~")
  )
}

/** The value that a pointer leads to; undefined if there is none. */
export const atPointer = (root: Json, pointer: string): Json | undefined =>
  stepsOf(pointer)?.reduce<Json | undefined>(
    (value, step) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, step)
        ? (value as { readonly [key: string]: Json })[step]
        : undefined,
    root
  )
