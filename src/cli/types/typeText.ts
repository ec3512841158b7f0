/**
 * A shape as a type of TypeScript, for definitions that contain themselves: their type has to be said before they are.
 */
import { propertyKey } from "./Code.ts"
import type { Field, Keyword, Shape } from "./Shape.ts"
import { type Refer, written } from "./schemaCode.ts"

export const typeText = (of: Shape, refer: Refer): string => {
  switch (of.kind) {
    case "keyword":
      return keywords[of.name]
    case "reference":
      return refer(of.pointer)
    case "literals":
      return of.values.map(written).join(" | ")
    case "array":
      return `ReadonlyArray<${typeText(of.items, refer)}>`
    case "tuple":
      return tuple(of, refer)
    case "object":
      return object(of, refer)
    case "union":
      return of.members.map((member) => typeText(member, refer)).join(" | ")
  }
}

/** The members of an object's type, one each. */
export const memberTexts = (fields: ReadonlyArray<Field>, refer: Refer): ReadonlyArray<string> =>
  fields.map(
    ({ name, optional, shape }) => `readonly ${propertyKey(name)}${optional ? "?" : ""}: ${typeText(shape, refer)}`
  )

const keywords: { readonly [K in Keyword]: string } = {
  String: "string",
  NonEmptyString: "string",
  Finite: "number",
  Int: "number",
  Boolean: "boolean",
  Null: "null",
  Json: "Schema.Json",
  Never: "never"
}

/** Not `...Array<Value>`, which TypeScript does not take where a type contains itself. */
const tuple = ({ elements, required, rest }: Shape & { readonly kind: "tuple" }, refer: Refer): string => {
  const whole = (part: Shape): string => typeText(part, refer).replace(/^readonly .*$|^.* [|&] .*$/, "($&)")
  const places = elements.map((element, at) => `${whole(element)}${at < required ? "" : "?"}`)
  return `readonly [${[...places, ...(rest === undefined ? [] : [`...${whole(rest)}[]`])].join(", ")}]`
}

const object = ({ fields, rest }: Shape & { readonly kind: "object" }, refer: Refer): string => {
  const named = `{ ${memberTexts(fields, refer).join("; ")} }`
  if (rest === undefined && fields.length > 0) return named
  const others = `{ readonly [x: string]: ${rest === undefined ? "never" : typeText(rest, refer)} }`
  return fields.length === 0 ? others : `${named} & ${others}`
}
