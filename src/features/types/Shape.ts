/**
 * What a JSON Schema says of a value, as far as a type of TypeScript can say it.
 */
import type { NonEmptyReadonlyArray } from "effect/Array"

export type Shape =
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
  /** Without a rest it has no other properties. */
  | { readonly kind: "object"; readonly fields: ReadonlyArray<Field>; readonly rest?: Shape }
  | { readonly kind: "union"; readonly members: ReadonlyArray<Shape> }
  /** A JSON pointer to another part of the same schema. */
  | { readonly kind: "reference"; readonly pointer: string }

/** `Json` is any value of JSON. */
export type Keyword = "string" | "number" | "boolean" | "null" | "Json" | "never"
export type Literal = string | number | boolean

export interface Field {
  readonly name: string
  readonly shape: Shape
  readonly optional: boolean
}

export const keyword = (name: Keyword): Shape => ({ kind: "keyword", name })

/** For a value that the schema says nothing of, or nothing that a type could say. */
export const anything: Shape = keyword("Json")

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
