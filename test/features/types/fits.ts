/**
 * Whether a value fits the type that a catalogue gives to a JSON Schema, as the compiler checks a literal.
 */
import { follow } from "../../../src/features/types/pointer.ts"
import type { Shape } from "../../../src/features/types/Shape.ts"
import { shapeOf } from "../../../src/features/types/shapeOf.ts"
import type { Json, JsonObject } from "../../../src/base/domain/Json.ts"

export const fitsType = (schema: Json): ((value: Json) => boolean) => {
  const shape = shapeOf(schema)
  return (value) => fits(shape, value, schema)
}

const fits = (shape: Shape, value: Json, root: Json): boolean => {
  const fit = (one: Shape, part: Json): boolean => fits(one, part, root)
  switch (shape.kind) {
    case "keyword":
      if (shape.name === "Json") return true
      return shape.name === "null" ? value === null : typeof value === shape.name
    case "literals":
      return shape.values.some((literal) => literal === value)
    case "array":
      return Array.isArray(value) && value.every((item) => fit(shape.items, item))
    case "tuple": {
      const { elements, required, rest } = shape
      if (!Array.isArray(value) || value.length < required) return false
      if (rest === undefined && value.length > elements.length) return false
      return value.every((item, at) => fit(elements[at] ?? rest!, item))
    }
    case "object":
      return isObject(value) && fitsObject(shape, value, fit)
    case "union":
      return shape.members.some((member) => fit(member, value))
    case "reference":
      return fit(shapeOf(follow(root, shape.pointer)?.schema ?? true, root, 1), value)
  }
}

const fitsObject = (
  { fields, rest }: Shape & { readonly kind: "object" },
  value: JsonObject,
  fit: (shape: Shape, part: Json) => boolean
): boolean => {
  const names = new Set(fields.map(({ name }) => name))
  return (
    fields.every(({ name, optional, shape }) =>
      Object.hasOwn(value, name) ? fit(shape, value[name] ?? null) : optional
    ) && Object.entries(value).every(([key, part]) => names.has(key) || (rest !== undefined && fit(rest, part)))
  )
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
