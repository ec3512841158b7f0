/**
 * Objects: their properties by name, and what other properties may be.
 */
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import { isArray, isJsonObject } from "../../base/std/Json.ts"
import { anything, type Field, type Shape } from "./Shape.ts"
import type { Read } from "./shapeOf.ts"

/** The arguments of a tool are closed, even if no property is named. */
export const objectShape = (schema: JsonObject, read: Read, isArguments: boolean): Shape => {
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
