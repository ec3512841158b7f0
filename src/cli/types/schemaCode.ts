/**
 * A shape as source that makes its schema: `Schema.Struct({ city: Schema.String })`.
 */
import { type Code, list, literal, propertyKey } from "./Code.ts"
import { partsOf, type Shape } from "./Shape.ts"

/** How a reference is written where the source will stand. */
export type Refer = (pointer: string) => string

export const schemaCode = (of: Shape, refer: Refer): Code => {
  const code = bare(of, refer)
  const checks = of.checks.map((check) => `Schema.${check}`)
  if (checks.length === 0) return code
  return typeof code === "string"
    ? list(`${code}.check(`, checks, ")")
    : { ...code, close: `${code.close}.check(${checks.join(", ")})` }
}

/** What a reader of the catalogue should know of a value: what it is for, and what is not looked at. */
export const docOf = (description: string, of: Shape): string => {
  const unchecked = uncheckedIn(of)
  return `${description}${unchecked.length === 0 ? "" : ` Not checked here: ${unchecked.join(", ")}.`}`.trim()
}

const bare = (of: Shape, refer: Refer): Code => {
  const inner = (part: Shape): Code => schemaCode(part, refer)
  switch (of.kind) {
    case "keyword":
      return `Schema.${of.name}`
    case "reference":
      return refer(of.pointer)
    case "literals":
      return of.values.length === 1
        ? `Schema.Literal(${written(of.values[0])})`
        : list("Schema.Literals([", of.values.map(written), "])")
    case "array":
      return list("Schema.Array(", [inner(of.items)], ")")
    case "tuple":
      return tuple(of, inner)
    case "object":
      return object(of, inner)
    case "union":
      return union(of, inner)
  }
}

type Inner = (part: Shape) => Code

const tuple = ({ elements, required, rest }: Shape & { readonly kind: "tuple" }, inner: Inner): Code => {
  const places = elements.map((element, at) => (at < required ? inner(element) : optional(inner(element))))
  const whole = list("Schema.Tuple([", places, "])")
  return rest === undefined ? whole : list("Schema.TupleWithRest(", [whole, list("[", [inner(rest)], "]")], ")")
}

/** A struct without fields would let everything pass, so an empty object is a record of nothing. */
const object = ({ fields, rest }: Shape & { readonly kind: "object" }, inner: Inner): Code => {
  const others = rest === undefined ? "Schema.Never" : inner(rest)
  const record = list("Schema.Record(", ["Schema.String", others], ")")
  const struct: Code = {
    open: "Schema.Struct({",
    items: fields.map((field) => ({
      doc: docOf(field.description, field.shape),
      before: `${propertyKey(field.name)}: `,
      code: field.optional ? optional(inner(field.shape)) : inner(field.shape)
    })),
    close: "})"
  }
  if (fields.length === 0) return record
  return rest === undefined ? struct : list("Schema.StructWithRest(", [struct, list("[", [record], "]")], ")")
}

const union = ({ exclusive, members }: Shape & { readonly kind: "union" }, inner: Inner): Code => {
  const others = members.filter((member) => !isNull(member))
  return others.length === 1 && !exclusive
    ? list("Schema.NullOr(", others.map(inner), ")")
    : list("Schema.Union([", members.map(inner), exclusive ? '], { mode: "oneOf" })' : "])")
}

const optional = (code: Code): Code => list("Schema.optionalKey(", [code], ")")

const isNull = (of: Shape): boolean => of.kind === "keyword" && of.name === "Null"

export const written = (value: string | number | boolean): string =>
  typeof value === "string" ? literal(value) : String(value)

/** Fields tell what is unchecked in their own comment. */
const uncheckedIn = (of: Shape): ReadonlyArray<string> => [
  ...new Set([
    ...of.unchecked,
    ...(of.kind === "object" ? (of.rest === undefined ? [] : [of.rest]) : partsOf(of)).flatMap(uncheckedIn)
  ])
]
