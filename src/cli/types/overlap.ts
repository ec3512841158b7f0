/**
 * Whether a value could fit two shapes at once, which `oneOf` forbids and `anyOf` does not mind.
 */
import type { Field, Shape } from "./Shape.ts"

export const anyOverlap = (shapes: ReadonlyArray<Shape>): boolean =>
  shapes.some((one, at) => shapes.slice(at + 1).some((other) => overlap(one, other)))

/** In doubt they do. */
const overlap = (a: Shape, b: Shape): boolean => {
  if (a.kind === "literals" && b.kind === "literals") return a.values.some((value) => b.values.includes(value))
  if (a.kind === "object" && b.kind === "object") return !a.fields.some((field) => tells(field, b.fields))
  const [some, others] = [typesOf(a), typesOf(b)]
  return some === undefined || others === undefined || some.some((type) => others.includes(type))
}

/** Whether a field that both must have tells two objects apart by its value. */
const tells = (field: Field, others: ReadonlyArray<Field>): boolean => {
  const other = others.find(({ name }) => name === field.name)
  return (
    other !== undefined &&
    !(field.optional && other.optional) &&
    field.shape.kind === "literals" &&
    other.shape.kind === "literals" &&
    !overlap(field.shape, other.shape)
  )
}

const jsonTypes = {
  String: "string",
  NonEmptyString: "string",
  Finite: "number",
  Int: "number",
  Boolean: "boolean",
  Null: "null",
  Never: "never",
  Json: undefined
} as const

/** The types of JSON that a shape may have; nothing where it may have any. */
const typesOf = (of: Shape): ReadonlyArray<string> | undefined => {
  switch (of.kind) {
    case "keyword":
      return jsonTypes[of.name] === undefined ? undefined : [jsonTypes[of.name] ?? ""]
    case "literals":
      return of.values.map((value) => typeof value)
    case "array":
    case "tuple":
      return ["array"]
    case "object":
      return ["object"]
    default:
      return undefined
  }
}
