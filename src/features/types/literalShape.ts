/**
 * `enum` and `const`: one of these very values.
 */
import * as Arr from "effect/Array"
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import { isArray } from "../../base/std/Json.ts"
import { anything, keyword, type Literal, type Shape } from "./Shape.ts"
import { unionOf } from "./unionOf.ts"

/** Values that the schema's own type rules out are left out. A list or an object is no literal type in TypeScript. */
export const literalShape = (schema: JsonObject, types: ReadonlyArray<Json> | undefined): Shape => {
  const sets = [...(isArray(schema["enum"]) ? [schema["enum"]] : []), ...("const" in schema ? [[schema["const"]]] : [])]
  const allowed = common(sets).filter((value) => types === undefined || types.some((type) => isOf(value, type)))
  const literals = allowed.filter(isLiteral)
  if (allowed.some((value) => value !== null && !isLiteral(value))) return anything
  return unionOf([
    ...(Arr.isReadonlyArrayNonEmpty(literals) ? [{ kind: "literals", values: literals } as const] : []),
    ...(allowed.includes(null) ? [keyword("null")] : [])
  ])
}

const common = ([first = [], ...others]: ReadonlyArray<ReadonlyArray<Json>>): ReadonlyArray<Json> => [
  ...new Set(first.filter((value) => others.every((some) => some.includes(value))))
]

const isLiteral = (value: Json): value is Literal =>
  typeof value === "string" || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))

const isOf = (value: Json, type: Json): boolean => {
  if (type === "integer") return Number.isInteger(value)
  if (type === "null") return value === null
  if (type === "array") return isArray(value)
  return value !== null && !isArray(value) && typeof value === type
}
