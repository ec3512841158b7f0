/**
 * TypeScript source that is laid out when it is printed: on one line where it fits, else one item a line.
 */
import { escapeLine } from "../../std/escape.ts"
import { docComment, WIDTH } from "./docComment.ts"

export type Code = string | Block

export interface Block {
  /** `Schema.Struct({` */
  readonly open: string
  readonly items: ReadonlyArray<Item>
  /** `})` */
  readonly close: string
  /** One item a line, even where one line would do. */
  readonly isTall?: boolean
}

export interface Item {
  /** For people; an item that has one gets a line of its own. */
  readonly doc?: string
  /** `city: ` */
  readonly before?: string
  readonly code: Code
}

/** The lines of a piece of source, with what stands before and after it. */
export const lines = (code: Code, depth = 0, before = "", after = ""): ReadonlyArray<string> => {
  const margin = "  ".repeat(depth)
  const line = `${margin}${before}${flat(code)}${after}`
  if (typeof code === "string" || (line.length <= WIDTH && !isTall(code))) return [line]
  const last = code.items.length - 1
  return [
    `${margin}${before}${code.open}`,
    ...code.items.flatMap((item, at) => [
      ...docComment(item.doc ?? "", depth + 1),
      ...lines(item.code, depth + 1, item.before, at < last ? "," : "")
    ]),
    `${margin}${code.close}${after}`
  ]
}

export const flat = (code: Code): string => {
  if (typeof code === "string") return code
  const items = code.items.map((item) => `${item.before ?? ""}${flat(item.code)}`).join(", ")
  const space = code.open.endsWith("{") && items !== "" ? " " : ""
  return `${code.open}${space}${items}${space}${code.close}`
}

/** `Schema.Union([`, its members, `])`. */
export const list = (open: string, codes: ReadonlyArray<Code>, close: string): Block => ({
  open,
  items: codes.map((code) => ({ code })),
  close
})

/** A text as source. What could not be seen is escaped. */
export const literal = (text: string): string => escapeLine(JSON.stringify(text))

/** A property's name as it stands in an object, where `__proto__` alone would mean something else. */
export const propertyKey = (name: string): string => {
  if (name === "__proto__") return '["__proto__"]'
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)
}

const isTall = (code: Code): boolean =>
  typeof code !== "string" &&
  code.items.length > 0 &&
  (code.isTall === true || code.items.some((item) => (item.doc ?? "") !== "" || isTall(item.code)))
