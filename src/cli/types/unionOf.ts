/**
 * One of several shapes, said as shortly as it can be: literals in one list, and nothing twice.
 */
import * as Arr from "effect/Array"
import { keyword, type Shape, shape } from "./Shape.ts"

/** None of no shapes fits anything. An exclusive union keeps its members as they are, since each of them counts. */
export const unionOf = (shapes: ReadonlyArray<Shape>, exclusive = false): Shape => {
  const members = exclusive ? shapes : joined(shapes)
  const [first, ...others] = members
  if (first === undefined) return keyword("Never")
  return others.length === 0 ? first : shape({ kind: "union", members, exclusive })
}

const joined = (shapes: ReadonlyArray<Shape>): ReadonlyArray<Shape> => {
  const flat = shapes.flatMap((one) => (one.kind === "union" && !one.exclusive && isBare(one) ? one.members : [one]))
  const values = [...new Set(flat.flatMap((one) => (isLiterals(one) ? one.values : [])))]
  const literals = Arr.isReadonlyArrayNonEmpty(values) ? [shape({ kind: "literals", values })] : []
  const members = [...literals, ...flat.filter((one) => !isLiterals(one))]
  return [...new Map(members.map((one) => [JSON.stringify(one), one])).values()]
}

const isLiterals = (of: Shape): of is Shape & { readonly kind: "literals" } => of.kind === "literals" && isBare(of)

const isBare = ({ checks, unchecked }: Shape): boolean => checks.length === 0 && unchecked.length === 0
