/**
 * One of several shapes, said as shortly as it can be: literals in one list, nothing twice, exclusive only where two could
 * both fit.
 */
import * as Arr from "effect/Array"
import { type Field, keyword, type Shape, shape } from "./Shape.ts"

/** None of no shapes fits anything. */
export const unionOf = (shapes: ReadonlyArray<Shape>, exclusive: boolean): Shape => {
  const overlapping = exclusive && shapes.some((one, at) => shapes.slice(at + 1).some((other) => overlap(one, other)))
  const members = overlapping ? shapes : joined(shapes)
  const [first, ...others] = members
  if (first === undefined) return keyword("Never")
  return others.length === 0 ? first : shape({ kind: "union", members, exclusive: overlapping })
}

const joined = (shapes: ReadonlyArray<Shape>): ReadonlyArray<Shape> => {
  const flat = shapes.flatMap((one) => (one.kind === "union" && !one.exclusive && isBare(one) ? one.members : [one]))
  const values = [...new Set(flat.flatMap((one) => (one.kind === "literals" ? one.values : [])))]
  const literals = Arr.isReadonlyArrayNonEmpty(values) ? [shape({ kind: "literals", values })] : []
  const members = [...literals, ...flat.filter((one) => one.kind !== "literals")]
  return [...new Map(members.map((one) => [JSON.stringify(one), one])).values()]
}

const isBare = ({ checks, unchecked }: Shape): boolean => checks.length === 0 && unchecked.length === 0

/** Whether a value may fit both; in doubt it may. */
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
