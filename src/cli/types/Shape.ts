/**
 * What a JSON Schema says of a value, in the words that Effect's Schema has for it.
 */
import type { NonEmptyReadonlyArray } from "effect/Array"

export type Shape = Form & {
  /** Filters of Effect's Schema, as source: `isMultipleOf(5)`. */
  readonly checks: ReadonlyArray<string>
  /** What the JSON Schema says beside that and the shape does not, by keyword. */
  readonly unchecked: ReadonlyArray<string>
}

export type Form =
  | { readonly kind: "keyword"; readonly name: Keyword }
  | { readonly kind: "literals"; readonly values: NonEmptyReadonlyArray<Literal> }
  | { readonly kind: "array"; readonly items: Shape }
  /** Elements beyond the required ones may be missing; without a rest there are no others. */
  | {
      readonly kind: "tuple"
      readonly elements: ReadonlyArray<Shape>
      readonly required: number
      readonly rest?: Shape
    }
  /** Closed unless it has a rest. */
  | { readonly kind: "object"; readonly fields: ReadonlyArray<Field>; readonly rest?: Shape }
  /** An exclusive union refuses what fits two of its members. */
  | { readonly kind: "union"; readonly members: ReadonlyArray<Shape>; readonly exclusive: boolean }
  /** A JSON pointer to another part of the same schema. */
  | { readonly kind: "reference"; readonly pointer: string }

export type Keyword = "String" | "NonEmptyString" | "Finite" | "Int" | "Boolean" | "Null" | "Json" | "Never"
export type Literal = string | number | boolean

export interface Field {
  readonly name: string
  readonly shape: Shape
  readonly optional: boolean
  readonly description: string
}

export const shape = (form: Form, rules: Partial<Pick<Shape, "checks" | "unchecked">> = {}): Shape => ({
  checks: [],
  unchecked: [],
  ...rules,
  ...form
})

export const keyword = (name: Keyword, rules?: Parameters<typeof shape>[1]): Shape =>
  shape({ kind: "keyword", name }, rules)

/** Anything: where nothing is said of a value, or nothing that Effect's Schema could say. */
export const anything = (...unchecked: ReadonlyArray<string>): Shape => keyword("Json", { unchecked })

/** The shapes directly inside a shape. */
export const partsOf = (of: Shape): ReadonlyArray<Shape> => {
  switch (of.kind) {
    case "array":
      return [of.items]
    case "tuple":
      return [...of.elements, ...restOf(of)]
    case "object":
      return [...of.fields.map((field) => field.shape), ...restOf(of)]
    case "union":
      return of.members
    default:
      return []
  }
}

const restOf = ({ rest }: { readonly rest?: Shape }): ReadonlyArray<Shape> => (rest === undefined ? [] : [rest])
