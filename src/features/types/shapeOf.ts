/**
 * Reads a JSON Schema: which values it allows, as far as a type of TypeScript can say it. It never says less than the
 * schema allows, but for this: an object that names its properties has no others unless the schema says that it may, so
 * that a misspelt argument is an error.
 */
import * as Arr from "effect/Array"
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import { isArray, isJsonObject } from "../../base/std/Json.ts"
import { allOf } from "./allOf.ts"
import { DEEPEST, type ReadingWork, boundless, constraintsOf, follow, without } from "./pointer.ts"
import { type Field, type Literal, type Shape, anything, keyword } from "./Shape.ts"

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

/** Arrays: of one kind of item, or with a place for each. */
const arrayShape = (schema: JsonObject, read: Read): Shape => {
  const { additionalItems = true, items = true, prefixItems } = schema
  // Before 2020 a list of places was called `items`, and what follows it `additionalItems`.
  const places = isArray(prefixItems) ? prefixItems : isArray(items) ? items : undefined
  return places === undefined
    ? { kind: "array", items: read(items) }
    : tupleShape(schema, places, isArray(items) ? additionalItems : items, read)
}

/** A place may be empty unless `minItems` asks for it. */
const tupleShape = (schema: JsonObject, places: ReadonlyArray<Json>, others: Json, read: Read): Shape => {
  const { maxItems = Infinity, minItems = 0 } = schema
  const isClosed = others === false || Number(maxItems) <= places.length
  return {
    kind: "tuple",
    elements: places.map(read),
    required: Math.min(Number(minItems), places.length),
    ...(!isClosed && { rest: read(others) })
  }
}

/** Values that the schema's own type rules out are left out. A list or an object is no literal type in TypeScript. */
const literalShape = (schema: JsonObject, types: ReadonlyArray<Json> | undefined): Shape => {
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

/** The arguments of a tool are closed, even if no property is named. */
const objectShape = (schema: JsonObject, read: Read, isArguments: boolean): Shape => {
  const rest = restOf(schema, read, isArguments)
  // A property that can have no value is left out of an object that has no others anyway.
  const fields = fieldsOf(schema, read).filter(
    (field) => rest !== undefined || !(field.optional && isNever(field.shape))
  )
  if (rest === undefined) return { kind: "object", fields }
  // An index signature holds for every property, so beside named ones it says nothing narrower than Json.
  return { kind: "object", fields, rest: fields.length > 0 ? anything : rest }
}

const fieldsOf = ({ additionalProperties, properties, required }: JsonObject, read: Read): ReadonlyArray<Field> => {
  const named = isJsonObject(properties) ? Object.entries(properties) : []
  const needed = new Set(isArray(required) ? required.filter((name) => typeof name === "string") : [])
  const others = [...needed].filter((name) => !isJsonObject(properties) || !Object.hasOwn(properties, name))
  return [...named, ...others.map((name): readonly [string, Json] => [name, additionalProperties ?? true])].map(
    ([name, property]) => ({ name, shape: read(property), optional: !needed.has(name) })
  )
}

const restOf = (schema: JsonObject, read: Read, isArguments: boolean): Shape | undefined => {
  const { additionalProperties, patternProperties, properties } = schema
  if (patternProperties !== undefined) return anything
  const isOpen = additionalProperties === undefined && properties === undefined && !isArguments
  const rest = read(additionalProperties ?? isOpen)
  return isNever(rest) ? undefined : rest
}

const isNever = (of: Shape): boolean => of.kind === "keyword" && of.name === "never"

/** No shapes at all allow no value. */
export const unionOf = (shapes: ReadonlyArray<Shape>): Shape => {
  const members = joined(shapes)
  const [first, ...others] = members
  if (first === undefined) return keyword("never")
  if (members.some((one) => one.kind === "keyword" && one.name === "Json")) return anything
  return others.length === 0 ? first : { kind: "union", members }
}

const joined = (shapes: ReadonlyArray<Shape>): ReadonlyArray<Shape> => {
  const flat = shapes
    .flatMap((one) => (one.kind === "union" ? one.members : [one]))
    .filter((one) => !(one.kind === "keyword" && one.name === "never"))
  const names = new Set(flat.flatMap((one) => (one.kind === "keyword" ? [one.name] : [])))
  const values = [...new Set(flat.flatMap((one) => (one.kind === "literals" ? one.values : [])))].filter(
    // The compiler would drop it as well.
    (value) => !names.has(typeof value as "string" | "number" | "boolean")
  )
  const literals: ReadonlyArray<Shape> = Arr.isReadonlyArrayNonEmpty(values) ? [{ kind: "literals", values }] : []
  const members = [...literals, ...flat.filter((one) => one.kind !== "literals")]
  const different = [...new Map(members.map((one) => [JSON.stringify(one), one])).values()]
  return [...different.filter((one) => !isNull(one)), ...different.filter(isNull)]
}

const isNull = (of: Shape): boolean => of.kind === "keyword" && of.name === "null"
