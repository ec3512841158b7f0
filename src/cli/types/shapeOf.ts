/**
 * JSON Schema, read: what a value has to look like, as far as Effect's Schema can say it.
 *
 * Objects that name their properties are closed unless they say otherwise, so that a misspelt argument is an error.
 */
import type { Json, JsonObject } from "../../domain/Json.ts"
import { isArray, isJsonObject } from "../../std/Json.ts"
import { allOf } from "./allOf.ts"
import { arrayShape } from "./arrayShape.ts"
import { literalShape } from "./literalShape.ts"
import { objectShape } from "./objectShape.ts"
import { anyOverlap } from "./overlap.ts"
import { follow } from "./pointer.ts"
import { rulesOf } from "./rulesOf.ts"
import { anything, keyword, partsOf, type Shape, shape } from "./Shape.ts"
import { unionOf } from "./unionOf.ts"
import { constraintsOf, without } from "./vocabulary.ts"

/** A schema nested deeper than that is not read to its end. */
const DEEPEST = 64

/** Reads a part of a schema. */
export type Read = (schema: Json) => Shape

export const shapeOf = (schema: Json, root: Json = schema, depth = 0, isPeek = false): Shape => {
  if (typeof schema === "boolean") return keyword(schema ? "Json" : "Never")
  if (!isJsonObject(schema)) return anything("a schema that is none")
  if (depth > DEEPEST) return anything("what is nested deeper")
  const read: Read = (part) => shapeOf(part, root, depth + 1, isPeek)
  if (typeof schema["$ref"] === "string" || isArray(schema["allOf"])) return together(schema, root, read)
  const choice = (["anyOf", "oneOf"] as const).find((key) => isArray(schema[key]))
  if (choice === undefined) return plain(schema, read, depth === 0)
  const members = branchesOf(schema, choice, root)?.map(read)
  if (members === undefined) return withUnchecked(read(without(schema, choice)), choice)
  if (choice === "anyOf" || isPeek) return unionOf(members)
  return exclusive(
    members,
    members.map((one) =>
      one.kind === "reference" ? shapeOf(follow(root, one.pointer)?.schema ?? true, root, depth + 1, true) : one
    )
  )
}

/** A reference stays one where it stands alone; whatever else has to hold with it is read as one schema. */
const together = ({ $ref, allOf: parts, ...base }: JsonObject, root: Json, read: Read): Shape => {
  const target = typeof $ref === "string" ? follow(root, $ref) : undefined
  if (typeof $ref === "string" && target === undefined) {
    return withUnchecked(read(isArray(parts) ? { ...base, allOf: parts } : base), "$ref")
  }
  const others = [...(constraintsOf(base).length > 0 ? [base] : []), ...(isArray(parts) ? parts : [])]
  if (target === undefined && others.length === 1) return read(others[0] ?? true)
  if (target !== undefined && others.length === 0) return shape({ kind: "reference", pointer: target.pointer })
  const joined = allOf([...(target === undefined ? [] : [target.schema]), ...others], root)
  return joined === undefined ? withUnchecked(read(base), target === undefined ? "allOf" : "$ref") : read(joined)
}

/** What is said beside the branches holds in each of them; nothing where it cannot be said there. */
const branchesOf = (schema: JsonObject, choice: "anyOf" | "oneOf", root: Json): ReadonlyArray<Json> | undefined => {
  const base = without(schema, choice)
  const branches = [schema[choice] ?? []].flat()
  if (constraintsOf(base).length === 0) return branches
  const whole = branches.map((branch) => allOf([base, branch], root))
  return whole.every((branch) => branch !== undefined) ? whole : undefined
}

/** To refuse what fits two of several shapes, which are told with their references seen through, each has to be exact. */
const exclusive = (members: ReadonlyArray<Shape>, seen: ReadonlyArray<Shape>): Shape => {
  if (!anyOverlap(seen)) return unionOf(members)
  return seen.every(isExact) ? unionOf(members, true) : withUnchecked(unionOf(members), "oneOf")
}

const isExact = (of: Shape): boolean => of.unchecked.length === 0 && partsOf(of).every(isExact)

const plain = (schema: JsonObject, read: Read, isTop: boolean): Shape => {
  if (allowsAll(schema["not"])) return keyword("Never")
  const types = typesOf(schema)
  if (isArray(schema["enum"]) || "const" in schema) return literalShape(schema, types)
  if (types === undefined) return keyword("Json", { unchecked: rulesOf(schema, "any").unchecked })
  return unionOf(types.map((type) => typed(schema, type, read, isTop)))
}

/** Nothing where any type will do. A schema that names properties or items means an object or an array. */
const typesOf = ({ items, nullable, prefixItems, properties, type }: JsonObject): ReadonlyArray<Json> | undefined => {
  const said = isArray(type) ? type : type === undefined ? [] : [type]
  const meant = properties !== undefined ? ["object"] : (items ?? prefixItems) !== undefined ? ["array"] : []
  const types = said.length > 0 ? said : meant
  return types.length === 0 ? undefined : nullable === true ? [...types, "null"] : types
}

const typed = (schema: JsonObject, type: Json, read: Read, isTop: boolean): Shape => {
  switch (type) {
    case "string":
      return stringShape(schema)
    case "number":
      return keyword("Finite", rulesOf(schema, "number"))
    case "integer":
      return keyword("Int", rulesOf(withoutSafeBounds(schema), "number"))
    case "boolean":
      return keyword("Boolean", rulesOf(schema, "boolean"))
    case "null":
      return keyword("Null", rulesOf(schema, "null"))
    case "array":
      return arrayShape(schema, read)
    case "object":
      return objectShape(schema, read, isTop)
    default:
      return anything("type")
  }
}

const stringShape = (schema: JsonObject): Shape =>
  schema["minLength"] === 1 && schema["maxLength"] === undefined
    ? keyword("NonEmptyString", rulesOf(without(schema, "minLength"), "string"))
    : keyword("String", rulesOf(schema, "string"))

/** Bounds that every safe integer keeps anyway; code generators like to write them. */
const withoutSafeBounds = (schema: JsonObject): JsonObject =>
  without(
    schema,
    ...(Number(schema["minimum"]) <= Number.MIN_SAFE_INTEGER ? ["minimum"] : []),
    ...(Number(schema["maximum"]) >= Number.MAX_SAFE_INTEGER ? ["maximum"] : [])
  )

const allowsAll = (schema: Json | undefined): boolean =>
  schema === true || (isJsonObject(schema) && constraintsOf(schema).length === 0)

const withUnchecked = (of: Shape, key: string): Shape => ({ ...of, unchecked: [key, ...of.unchecked] })
