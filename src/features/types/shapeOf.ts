/**
 * Reads a JSON Schema: which values it allows, as far as a type of TypeScript can say it. It never says less than the
 * schema allows, but for this: an object that names its properties has no others unless the schema says that it may, so
 * that a misspelt argument is an error.
 */
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import { isArray, isJsonObject } from "../../base/std/Json.ts"
import { allOf } from "./allOf.ts"
import { arrayShape } from "./arrayShape.ts"
import { constraintsOf, without } from "./constraints.ts"
import { literalShape } from "./literalShape.ts"
import { objectShape } from "./objectShape.ts"
import { follow } from "./pointer.ts"
import { boundless, DEEPEST, type ReadingWork } from "./readingWork.ts"
import { anything, keyword, type Shape } from "./Shape.ts"
import { unionOf } from "./unionOf.ts"

/** Reads a part of a schema. */
export type Read = (schema: Json) => Shape

export const shapeOf = (schema: Json, root: Json = schema, depth = 0, work: ReadingWork = boundless): Shape => {
  if (typeof schema === "boolean") return keyword(schema ? "Json" : "never")
  if (!isJsonObject(schema) || depth > DEEPEST || --work.left < 0) return anything
  const read: Read = (part) => shapeOf(part, root, depth + 1, work)
  if (typeof schema["$ref"] === "string" || isArray(schema["allOf"])) return together(schema, root, read, work)
  const choice = (["anyOf", "oneOf"] as const).find((key) => isArray(schema[key]))
  if (choice === undefined) return plain(schema, read, depth === 0)
  const branches = branchesOf(schema, choice, root, work)
  return branches === undefined ? read(without(schema, choice)) : unionOf(branches.map(read))
}

/** A reference without constraints beside it stays one; with constraints beside it, all of them become one schema. */
const together = ({ $ref, allOf: parts, ...base }: JsonObject, root: Json, read: Read, work: ReadingWork): Shape => {
  const target = typeof $ref === "string" ? follow(root, $ref) : undefined
  if (typeof $ref === "string" && target === undefined) return read(isArray(parts) ? { ...base, allOf: parts } : base)
  const others = [...(constraintsOf(base).length > 0 ? [base] : []), ...(isArray(parts) ? parts : [])]
  if (target === undefined && others.length === 1) return read(others[0] ?? true)
  if (target !== undefined && others.length === 0) return { kind: "reference", pointer: target.pointer }
  return read(allOf([...(target === undefined ? [] : [target.schema]), ...others], root, work) ?? base)
}

/** Constraints beside the branches hold in each of them; `undefined` if they cannot be joined. */
const branchesOf = (
  schema: JsonObject,
  choice: "anyOf" | "oneOf",
  root: Json,
  work: ReadingWork
): ReadonlyArray<Json> | undefined => {
  const base = without(schema, choice)
  const branches = [schema[choice] ?? []].flat()
  if (constraintsOf(base).length === 0) return branches
  const whole = branches.map((branch) => allOf([base, branch], root, work))
  return whole.every((branch) => branch !== undefined) ? whole : undefined
}

const plain = (schema: JsonObject, read: Read, isTop: boolean): Shape => {
  if (allowsAll(schema["not"])) return keyword("never")
  const types = typesOf(schema)
  if (isArray(schema["enum"]) || "const" in schema) return literalShape(schema, types)
  return types === undefined ? anything : unionOf(types.map((type) => typed(schema, type, read, isTop)))
}

/** `undefined` if any type will do. A schema that names properties or items means an object or an array. */
const typesOf = ({ items, nullable, prefixItems, properties, type }: JsonObject): ReadonlyArray<Json> | undefined => {
  const said = isArray(type) ? type : type === undefined ? [] : [type]
  const meant = properties !== undefined ? ["object"] : (items ?? prefixItems) !== undefined ? ["array"] : []
  const types = said.length > 0 ? said : meant
  return types.length === 0 ? undefined : nullable === true ? [...types, "null"] : types
}

const typed = (schema: JsonObject, type: Json, read: Read, isTop: boolean): Shape => {
  switch (type) {
    case "string":
    case "number":
    case "boolean":
    case "null":
      return keyword(type)
    case "integer":
      return keyword("number")
    case "array":
      return arrayShape(schema, read)
    case "object":
      return objectShape(schema, read, isTop)
    default:
      return anything
  }
}

const allowsAll = (schema: Json | undefined): boolean =>
  schema === true || (isJsonObject(schema) && constraintsOf(schema).length === 0)
