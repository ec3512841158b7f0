/**
 * Lists: of one kind of item, or with a place for each.
 */
import type { Json, JsonObject } from "../../domain/Json.ts"
import { isArray } from "../../std/Json.ts"
import { rulesOf } from "./rulesOf.ts"
import { type Shape, shape } from "./Shape.ts"
import type { Read } from "./shapeOf.ts"
import { without } from "./vocabulary.ts"

export const arrayShape = (schema: JsonObject, read: Read): Shape => {
  const { additionalItems = true, items = true, prefixItems } = schema
  // Before 2020 a list of places was called `items`, and what follows it `additionalItems`.
  const places = isArray(prefixItems) ? prefixItems : isArray(items) ? items : undefined
  return places === undefined
    ? shape({ kind: "array", items: read(items) }, rulesOf(schema, "array", ofItems))
    : tupleShape(schema, places, isArray(items) ? additionalItems : items, read)
}

const ofItems = ["items", "prefixItems", "additionalItems"]

/** No place has to be filled unless the list has to be that long. */
const tupleShape = (schema: JsonObject, places: ReadonlyArray<Json>, others: Json, read: Read): Shape => {
  const { maxItems = Infinity, minItems = 0 } = schema
  const isClosed = others === false || Number(maxItems) <= places.length
  const said = [
    ...(Number(minItems) <= places.length ? ["minItems"] : []),
    ...(isClosed && Number(maxItems) >= places.length ? ["maxItems"] : [])
  ]
  return shape(
    {
      kind: "tuple",
      elements: places.map(read),
      required: Math.min(Number(minItems), places.length),
      ...(!isClosed && { rest: read(others) })
    },
    rulesOf(without(schema, ...said), "array", ofItems)
  )
}
