/**
 * References inside a JSON Schema: `#/$defs/Node` and every other JSON pointer into the same document.
 */
import * as Result from "effect/Result"
import type { Json } from "../../domain/Json.ts"
import { isJsonObject } from "../../std/Json.ts"
import { constraintsOf } from "./constraints.ts"

export interface Target {
  /** Of the schema itself, after references to references. */
  readonly pointer: string
  readonly schema: Json
}

/** `undefined` if a reference leaves the document, points to nothing, or only leads back to itself. */
export const follow = (root: Json, pointer: string, before: ReadonlyArray<string> = []): Target | undefined => {
  const schema = at(root, pointer)
  if (schema === undefined || before.includes(pointer)) return undefined
  const next = isJsonObject(schema) ? schema["$ref"] : undefined
  return typeof next === "string" && constraintsOf(schema).length === 1
    ? follow(root, next, [...before, pointer])
    : { pointer, schema }
}

/** The steps of a pointer, decoded. */
export const stepsOf = (pointer: string): ReadonlyArray<string> | undefined => {
  if (pointer === "#") return []
  if (!pointer.startsWith("#/")) return undefined
  const steps = Result.try(() => decodeURIComponent(pointer.slice(2)).split("/"))
  return Result.isFailure(steps)
    ? undefined
    : steps.success.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
}

const at = (root: Json, pointer: string): Json | undefined =>
  stepsOf(pointer)?.reduce<Json | undefined>(
    (value, step) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, step)
        ? (value as { readonly [key: string]: Json })[step]
        : undefined,
    root
  )
