/**
 * The arguments of a tool as a tree of places, by the tool's JSON Schema: what can be given, and which values are listed for it.
 */
import { canonicalJson } from "../../base/std/canonicalJson.ts"
import { joinPath } from "../../base/std/differences.ts"
import { isArray, isJsonObject, type Json, type JsonObject } from "../../base/std/Json.ts"
import { atPointer } from "../../base/std/jsonPointer.ts"

/** Where a value may be: the arguments as a whole, a named argument, an element of a list, or a member of any name. */
export interface ArgumentPlace {
  readonly path: string
  readonly names: Map<string, Argument>
  /** By their canonical JSON. Elements and members of any name share those of the argument that they are in. */
  readonly values: Map<string, Countable & { readonly value: Json }>
  element?: ArgumentPlace
  member?: ArgumentPlace
}

export interface Argument extends ArgumentPlace, Countable {}

/** What calls are counted for, under a number of its own. */
export interface Countable {
  readonly id: number
}

/** Gives numbers, and tells of the schema of one tool whether all of it could be looked at. */
export interface Growth {
  readonly nextId: () => number
  readonly root: Json
  schemas: number
  isIncomplete: boolean
}

/** A schema may refer to itself so often that its arguments cannot be listed. */
const MOST_SCHEMAS = 10_000

export const emptyPlace = (path = "", values: ArgumentPlace["values"] = new Map()): ArgumentPlace => ({
  path,
  names: new Map(),
  values
})

/**
 * Adds what a schema declares. `open` are the references that lead to it: what refers to itself is listed to its first level.
 */
export const grow = (place: ArgumentPlace, schema: Json, growth: Growth, open: ReadonlyArray<string> = []): void => {
  if (!isJsonObject(schema)) return
  if (++growth.schemas > MOST_SCHEMAS) return void (growth.isIncomplete = true)
  const { $ref, properties } = schema
  for (const value of valuesOf(schema)) {
    const key = canonicalJson(value)
    if (!place.values.has(key)) place.values.set(key, { id: growth.nextId(), value })
  }
  for (const [name, own] of isJsonObject(properties) ? Object.entries(properties) : []) {
    if (own === false) continue
    const known = place.names.get(name)
    const argument = known ?? { ...emptyPlace(joinPath(place.path, name)), id: growth.nextId() }
    place.names.set(name, argument)
    grow(argument, own, growth, open)
  }
  for (const own of elementsOf(schema)) {
    grow((place.element ??= emptyPlace(`${place.path}[]`, place.values)), own, growth, open)
  }
  for (const own of membersOf(schema)) {
    grow((place.member ??= emptyPlace(`${place.path}.*`, place.values)), own, growth, open)
  }
  for (const own of besides(schema)) grow(place, own, growth, open)
  if (typeof $ref === "string" && !open.includes($ref)) {
    const target = atPointer(growth.root, $ref)
    growth.isIncomplete ||= target === undefined
    if (target !== undefined) grow(place, target, growth, [...open, $ref])
  }
}

const valuesOf = (schema: JsonObject): ReadonlyArray<Json> => [
  ...(isArray(schema["enum"]) ? schema["enum"] : []),
  ...(schema["const"] === undefined ? [] : [schema["const"]])
]

const schemasIn = (...found: ReadonlyArray<Json | undefined>): ReadonlyArray<Json> =>
  found.flatMap((one) => (isArray(one) ? one : one === undefined ? [] : [one]))

const named = (value: Json | undefined): ReadonlyArray<Json> => (isJsonObject(value) ? Object.values(value) : [])

const elementsOf = ({ additionalItems, items, prefixItems, unevaluatedItems }: JsonObject): ReadonlyArray<Json> =>
  schemasIn(prefixItems, items, additionalItems, unevaluatedItems).filter(isJsonObject)

const membersOf = (schema: JsonObject): ReadonlyArray<Json> =>
  [
    ...named(schema["patternProperties"]),
    ...schemasIn(schema["additionalProperties"], schema["unevaluatedProperties"])
  ].filter(isJsonObject)

/** The schemas beside the schema itself that a value may be valid against. */
const besides = ({ allOf, anyOf, dependentSchemas, else: otherwise, oneOf, then }: JsonObject): ReadonlyArray<Json> => [
  ...schemasIn(allOf, anyOf, oneOf, then, otherwise),
  ...named(dependentSchemas)
]

/** Whether a schema says anything about arguments: `{ "type": "object" }` does not. */
export const saysSomething = (schema: Json): boolean =>
  isJsonObject(schema) && Object.keys(schema).some((key) => !SILENT.has(key))

const SILENT = new Set(["type", "title", "description", "$schema", "$id", "$comment"])
