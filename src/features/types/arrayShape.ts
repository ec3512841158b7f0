/**
 * Arrays: of one kind of item, or with a place for each.
 */
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import { isArray } from "../../base/std/Json.ts"
import type { Shape } from "./Shape.ts"
import type { Read } from "./shapeOf.ts"

export const arrayShape = (schema: JsonObject, read: Read): Shape => {
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
