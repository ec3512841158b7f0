/**
 * `enum` and `const`: one of these very values.
 */
import * as Arr from "effect/Array"
import type { Json, JsonObject } from "../../domain/Json.ts"
import { isArray } from "../../metrics/internal/contains.ts"
import { anything, keyword, type Literal, type Shape, shape } from "./Shape.ts"
import { unionOf } from "./unionOf.ts"

/** Values that the schema's own type rules out are left out; lists and objects are no literals in TypeScript. */
export const literalShape = (schema: JsonObject, types: ReadonlyArray<Json> | undefined): Shape => {
  const listed = isArray(schema["enum"]) ? schema["enum"] : undefined
  const values = "const" in schema ? [schema["const"] ?? null] : (listed ?? [])
  if (listed === undefined && !("const" in schema)) return anything("enum")
  const allowed = [...new Set(values)].filter(
    (value) =>
      (types === undefined || types.some((type) => isOf(value, type))) &&
      (listed === undefined || listed.includes(value))
  )
  const literals = allowed.filter(isLiteral)
  if (allowed.some((value) => value !== null && !isLiteral(value)))
    return anything("const" in schema ? "const" : "enum")
  return unionOf(
    [
      ...(Arr.isReadonlyArrayNonEmpty(literals) ? [shape({ kind: "literals", values: literals })] : []),
      ...(allowed.includes(null) ? [keyword("Null")] : [])
    ],
    false
  )
}

const isLiteral = (value: Json): value is Literal =>
  typeof value === "string" || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))

const isOf = (value: Json, type: Json): boolean => {
  if (type === "integer") return Number.isInteger(value)
  if (type === "null") return value === null
  if (type === "array") return isArray(value)
  return value !== null && !isArray(value) && typeof value === type
}
