/**
 * Whether a path can be among the arguments of a tool, by the JSON Schema of the tool.
 *
 * A name that the schema does not declare is unknown, also where JSON Schema would allow it because the schema does not say
 * `additionalProperties: false`: most servers leave that out. A schema that says `additionalProperties: true`, or declares no
 * properties at all, takes any name.
 */
import { nestedIn } from "../../../base/domain/matching/schemaKeywords.ts"
import type { PathStep } from "../../metrics/resolveTarget.ts"
import { isArray, isJsonObject, type Json, type JsonObject } from "../../../base/std/Json.ts"
import { atPointer } from "../../../base/std/jsonPointer.ts"
import { findsMatch } from "../../../base/std/regex/findsMatch.ts"

/** The longest chain of references and combinations that is followed. Beyond it any path counts as known, and any value is taken. */
export const DEEPEST = 100

/** Whether the schema of a tool's arguments knows a path into them. */
export const knowsPath = (input: Json, path: ReadonlyArray<PathStep>): boolean =>
  declares(input, path, { root: input, known: new Map() }, 0) ?? true

/** What is known of schemas, by the steps that are left: each is read once, however often it is referred to. */
interface Reading {
  readonly root: Json
  readonly known: Map<JsonObject, Map<number, boolean | undefined>>
}

/** Every name of an argument that a schema declares, at any depth. */
export const argumentNames = (schema: Json): ReadonlyArray<string> =>
  isJsonObject(schema)
    ? [
        ...(isJsonObject(schema["properties"]) ? Object.keys(schema["properties"]) : []),
        ...nestedIn(schema).flatMap((nested) => argumentNames(nested.schema))
      ]
    : []

/** Undefined if the schema declares nothing about the first step, so that it takes any. */
const declares = (
  schema: Json,
  path: ReadonlyArray<PathStep>,
  reading: Reading,
  depth: number
): boolean | undefined => {
  const [step, ...rest] = path
  if (step === undefined || depth > DEEPEST) return true
  if (!isJsonObject(schema)) return schema === false ? false : undefined
  const known = reading.known.get(schema) ?? new Map<number, boolean | undefined>()
  if (known.has(path.length)) return known.get(path.length)
  reading.known.set(schema, known)
  // A schema that only leads back to itself takes any path.
  known.set(path.length, true)
  const said = declaresStep(schema, step, rest, reading, depth)
  known.set(path.length, said)
  return said
}

const declaresStep = (
  schema: JsonObject,
  step: PathStep,
  rest: ReadonlyArray<PathStep>,
  reading: Reading,
  depth: number
): boolean | undefined => {
  const path = [step, ...rest]
  const goOn = (next: Json, steps: ReadonlyArray<PathStep>) => declares(next, steps, reading, depth + 1)
  const { $ref } = schema
  const said = new Set([
    ...("key" in step ? namedParts(schema, step.key) : elements(schema)).map((part) =>
      typeof part === "boolean" ? part : (goOn(part.schema, rest) ?? true)
    ),
    ...alternatives(schema).map((one) => goOn(one, path)),
    ...(typeof $ref === "string" ? [goOn(atPointer(reading.root, $ref) ?? true, path) ?? true] : [])
  ])
  return said.has(true) || (said.has(false) ? false : undefined)
}

/** A part that has a schema of its own; true if anything may be there, false if nothing can be. */
type Part = { readonly schema: Json } | boolean

/** What a schema says about the property of a name. */
const namedParts = (schema: JsonObject, name: string): ReadonlyArray<Part> => {
  if (!allows(schema, "object")) return [false]
  const { additionalProperties, patternProperties, properties, unevaluatedProperties } = schema
  const patterns = isJsonObject(patternProperties) ? Object.entries(patternProperties) : []
  const others = [additionalProperties, unevaluatedProperties].filter((one) => one !== undefined)
  return [
    ...(isJsonObject(properties) ? (Object.hasOwn(properties, name) ? [{ schema: properties[name]! }] : [false]) : []),
    ...patterns.map(([pattern, value]): Part => matches(pattern, name) && { schema: value }),
    ...others.map((value): Part => (typeof value === "boolean" ? value : { schema: value })),
    ...(properties === undefined && patterns.length + others.length === 0 && schema["type"] !== undefined ? [true] : [])
  ]
}

const elements = (schema: JsonObject): ReadonlyArray<Part> => {
  if (!allows(schema, "array")) return [false]
  const { items, prefixItems } = schema
  return [items, prefixItems]
    .filter((one) => one !== undefined)
    .flatMap((one) => (isArray(one) ? one : [one]))
    .map((one): Part => (typeof one === "boolean" ? one : { schema: one }))
}

const allows = ({ type }: JsonObject, kind: string): boolean =>
  type === undefined || (isArray(type) ? type : [type]).includes(kind)

/** The schemas beside the schema itself that a value may be valid against. */
const alternatives = ({ allOf, anyOf, else: otherwise, oneOf, then }: JsonObject): ReadonlyArray<Json> =>
  [allOf, anyOf, oneOf, then, otherwise].flatMap((one) => (isArray(one) ? one : one === undefined ? [] : [one]))

/** A pattern that cannot be read, or takes too much work, may match. */
const matches = (pattern: string, name: string): boolean => findsMatch(pattern, "u", name) !== false
