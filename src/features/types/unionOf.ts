/**
 * One of several shapes, as short as it can be: literals in one list, nothing twice, and null last.
 */
import * as Arr from "effect/Array"
import { anything, keyword, type Shape } from "./Shape.ts"

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
