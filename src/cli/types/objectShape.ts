/**
 * Objects: their properties by name, and what may stand beside them.
 */
import type { Json, JsonObject } from "../../domain/Json.ts"
import { isArray, isJsonObject } from "../../std/Json.ts"
import { rulesOf } from "./rulesOf.ts"
import { anything, type Field, type Shape, shape } from "./Shape.ts"
import type { Read } from "./shapeOf.ts"
import { constraintsOf } from "./vocabulary.ts"

/** The arguments of a tool are an object of their own: closed, even where no property is named. */
export const objectShape = (schema: JsonObject, read: Read, isArguments: boolean): Shape => {
  const rest = restOf(schema, read, isArguments)
  // A key that may not be there needs no mention where only those that are mentioned may be.
  const fields = fieldsOf(schema, read).filter(
    (field) => rest !== undefined || !(field.optional && isNever(field.shape))
  )
  // What an index signature of TypeScript says holds for every property, so a narrower one cannot stand beside them.
  const isNarrow = rest !== undefined && fields.length > 0 && !isAnything(rest)
  const { checks, unchecked } = rulesOf(schema, "object", [
    "properties",
    "required",
    "unevaluatedProperties",
    ...(isNarrow ? [] : ["additionalProperties"]),
    ...(saysNothing(schema["propertyNames"]) ? ["propertyNames"] : [])
  ])
  return shape(
    { kind: "object", fields, ...(rest !== undefined && { rest: isNarrow ? anything() : rest }) },
    { checks, unchecked }
  )
}

const fieldsOf = ({ additionalProperties, properties, required }: JsonObject, read: Read): ReadonlyArray<Field> => {
  const named = isJsonObject(properties) ? Object.entries(properties) : []
  const needed = isArray(required) ? required.filter((name) => typeof name === "string") : []
  const others = new Set(needed.filter((name) => !named.some(([key]) => key === name)))
  return [...named, ...[...others].map((name): readonly [string, Json] => [name, additionalProperties ?? true])]
    .map(([name, property]) => ({
      name,
      shape: read(property),
      optional: !needed.includes(name),
      description: descriptionOf(property)
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

const restOf = (schema: JsonObject, read: Read, isArguments: boolean): Shape | undefined => {
  const { additionalProperties, patternProperties, properties } = schema
  if (patternProperties !== undefined) return anything()
  const isOpen = additionalProperties === undefined && properties === undefined && !isArguments
  const rest = read(additionalProperties ?? isOpen)
  return isNever(rest) ? undefined : rest
}

export const descriptionOf = (schema: Json): string =>
  isJsonObject(schema) && typeof schema["description"] === "string" ? schema["description"] : ""

const isNever = (of: Shape): boolean => of.kind === "keyword" && of.name === "Never"
const isAnything = (of: Shape): boolean => of.kind === "keyword" && of.name === "Json"

/** Every name is a text. */
const saysNothing = (names: Json | undefined): boolean =>
  names === undefined || (isJsonObject(names) && names["type"] === "string" && constraintsOf(names).length === 1)
