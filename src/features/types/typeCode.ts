/**
 * A shape as a type of TypeScript.
 */
import { type Block, type Code, flat, list, literal, propertyKey } from "./Code.ts"
import { type Field, type Literal, partsOf, type Shape } from "./Shape.ts"

/** The type that a reference means. */
export type Refer = (pointer: string) => string

export const typeCode = (of: Shape, refer: Refer): Code => {
  switch (of.kind) {
    case "keyword":
      return of.name
    case "reference":
      return refer(of.pointer)
    case "literals":
      return unionCode(of.values.map(literalText))
    case "array":
      return argumentOf("ReadonlyArray", typeCode(of.items, refer))
    case "tuple":
      return tupleCode(of, refer)
    case "object":
      return objectCode(of, refer)
    case "union":
      return unionCode(of.members.map((member) => typeCode(member, refer)))
  }
}

/** Whether the type of a shape mentions `Json`, which the catalogue then imports. */
export const usesJson = (of: Shape, refer: Refer): boolean => {
  if (of.kind === "keyword") return of.name === "Json"
  if (of.kind === "reference") return refer(of.pointer) === "Json"
  return partsOf(of).some((part) => usesJson(part, refer))
}

/** `ReadonlyArray<string>`. The braces of an object join the brackets. */
export const argumentOf = (generic: string, code: Code): Code =>
  isObjectType(code)
    ? { ...code, open: `${generic}<${code.open}`, close: `${code.close}>` }
    : list(`${generic}<`, [code], ">")

/** The members of an object's type. */
export const membersOf = (fields: ReadonlyArray<Field>, refer: Refer): Block => ({
  open: "{",
  items: fields.map(({ name, optional, shape }) => ({
    before: `readonly ${propertyKey(name)}${optional ? "?" : ""}: `,
    code: typeCode(shape, refer)
  })),
  close: "}",
  separator: ";"
})

/** Null joins the braces of a single object; literals and unions inside become members of the whole. */
const unionCode = (codes: ReadonlyArray<Code>): Code => {
  const members = codes.flatMap((code) => (typeof code === "object" && "members" in code ? code.members : [code]))
  const [first, second, ...others] = members
  if (first === undefined || second === undefined) return first ?? "never"
  if (others.length === 0 && second === "null" && isObjectType(first)) {
    return { ...first, close: `${first.close} | null` }
  }
  return { members: members.map(bracketed) }
}

/** An intersection is bracketed among the members of a union. */
const bracketed = (code: Code): Code =>
  typeof code === "object" && "close" in code && code.close.startsWith("} & ")
    ? { ...code, open: `(${code.open}`, close: `${code.close})` }
    : code

const isObjectType = (code: Code): code is Block =>
  typeof code === "object" && "open" in code && code.open === "{" && code.close === "}"

const literalText = (value: Literal): string => (typeof value === "string" ? literal(value) : String(value))

/** Not `...Array<Value>`, which TypeScript does not take in a type that contains itself. */
const tupleCode = ({ elements, required, rest }: Shape & { readonly kind: "tuple" }, refer: Refer): Code => {
  const isWrapped = elements.length + (rest === undefined ? 0 : 1) > 1
  const places = elements.map((element, at) => {
    const code = typeCode(element, refer)
    if (at >= required) return { code: suffixed(code, "?") }
    return { code: typeof code === "object" && "members" in code ? { ...code, isWrapped } : code }
  })
  const others = rest === undefined ? [] : [{ before: "...", code: suffixed(typeCode(rest, refer), "[]") }]
  return { open: "readonly [", items: [...places, ...others], close: "]" }
}

/** A type with `?` or `[]` behind it, in brackets if it needs them. */
const suffixed = (code: Code, suffix: string): Code => {
  if (suffix === "") return code
  if (typeof code === "string") return `${code}${suffix}`
  if ("members" in code) return { ...code, isWrapped: true, suffix }
  return code.open.startsWith("readonly ") || / [|&] /.test(code.close)
    ? { ...code, open: `(${code.open}`, close: `${code.close})${suffix}` }
    : { ...code, close: `${code.close}${suffix}` }
}

/** Other properties go in a type of their own: an optional property would not fit their index signature. */
const objectCode = ({ fields, rest }: Shape & { readonly kind: "object" }, refer: Refer): Code => {
  if (fields.length === 0) return indexCode(rest === undefined ? "never" : typeCode(rest, refer))
  const named = membersOf(fields, refer)
  return rest === undefined ? named : { ...named, close: `} & ${flat(indexCode("Json"))}` }
}

/** Not `Record`, which TypeScript does not take in a type that contains itself. */
const indexCode = (code: Code): Block => ({
  open: "{",
  items: [{ before: "readonly [x: string]: ", code }],
  close: "}",
  separator: ";"
})
