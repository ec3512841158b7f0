/**
 * TypeScript source that is laid out when it is printed, as the common formatters lay it out: on one line if it fits,
 * otherwise one item a line.
 */
import { escapeLine } from "../../base/std/escape.ts"

/** How long a line may be. */
const WIDTH = 120

export type Code = string | Block | Union

export interface Block {
  /** `tool<{` */
  readonly open: string
  readonly items: ReadonlyArray<CodeItem>
  /** `}>` */
  readonly close: string
  /** What ends an item: a comma, or between the members of a type `;`, which only a single line has. */
  readonly separator?: "," | ";"
  /** One item a line, even if one line would do. */
  readonly isTall?: boolean
  /** As many items a line as fit. */
  readonly isFilled?: boolean
}

export interface CodeItem {
  /** `city: ` */
  readonly before?: string
  readonly code: Code
}

/** Types of which a value may have any. */
export interface Union {
  readonly members: ReadonlyArray<Code>
  /** In brackets if it takes several lines, as formatters write it in a tuple. */
  readonly isWrapped?: boolean
  /** `[]` behind the brackets, which it then always has. */
  readonly suffix?: string
}

/** The lines of a piece of source, with the text before and after it. */
export const lines = (code: Code, depth = 0, before = "", after = ""): ReadonlyArray<string> => {
  const margin = indent(depth)
  const line = `${margin}${before}${flat(code)}${after}`
  if (line.length <= WIDTH && !isTall(code)) return [line]
  if (typeof code === "string") return textLines(code, depth, before, after)
  if ("members" in code) return unionLines(code, depth, before, after)
  return [
    `${margin}${before}${code.open}`,
    ...(code.isFilled ? filledLines(code, depth + 1) : itemLines(code, depth + 1)),
    `${margin}${code.close}${after}`
  ]
}

export const flat = (code: Code): string => {
  if (typeof code === "string") return code
  if ("members" in code) {
    const members = code.members.map(flat).join(" | ")
    return code.suffix === undefined ? members : `(${members})${code.suffix}`
  }
  const items = code.items.map((item) => `${item.before ?? ""}${flat(item.code)}`).join(`${code.separator ?? ","} `)
  const space = code.open.endsWith("{") && items !== "" ? " " : ""
  return `${code.open}${space}${items}${space}${code.close}`
}

/** `[`, its items, `]`. */
export const list = (open: string, codes: ReadonlyArray<Code>, close: string): Block => ({
  open,
  items: codes.map((code) => ({ code })),
  close
})

/** A text as source, in the quotes that need fewer escapes. Characters that cannot be seen are escaped. */
export const literal = (text: string): string => {
  const quoted = JSON.stringify(text)
  const count = (mark: string): number => text.split(mark).length - 1
  if (count('"') <= count("'")) return escapeLine(quoted)
  const inner = quoted
    .slice(1, -1)
    .replaceAll(/\\(?:"|(.))/g, (escape, other) => (other === undefined ? '"' : escape))
    .replaceAll("'", "\\'")
  return escapeLine(`'${inner}'`)
}

/** A property's name in an object literal, where a plain `__proto__` would set the prototype. */
export const propertyKey = (name: string): string => {
  if (name === "__proto__") return '["__proto__"]'
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)
}

const indent = (depth: number): string => "  ".repeat(depth)

/** A value that is too long for its line goes below its key, unless the key is as short as the indent. */
const textLines = (text: string, depth: number, before: string, after: string): ReadonlyArray<string> =>
  /^["']/.test(text) && /^(?!readonly )\S{3,}: $/.test(before)
    ? [`${indent(depth)}${before.trimEnd()}`, `${indent(depth + 1)}${text}${after}`]
    : [`${indent(depth)}${before}${text}${after}`]

const itemLines = ({ items, separator = "," }: Block, depth: number): ReadonlyArray<string> =>
  items.flatMap((item, at) => {
    const end = separator === "," && at < items.length - 1 ? "," : ""
    return lines(item.code, depth, item.before, end)
  })

const filledLines = ({ items }: Block, depth: number): ReadonlyArray<string> => {
  const filled: Array<string> = []
  for (const [at, { code }] of items.entries()) {
    const word = `${flat(code)}${at < items.length - 1 ? "," : ""}`
    const last = filled.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= WIDTH) filled[filled.length - 1] = `${last} ${word}`
    else filled.push(`${indent(depth)}${word}`)
  }
  return filled
}

/** Behind a name the members are one step deeper; alone on a line, as the argument of a type, they are not. */
const unionLines = (union: Union, depth: number, before: string, after: string): ReadonlyArray<string> => {
  const { isWrapped = false, members, suffix = "" } = union
  if (isWrapped) {
    const inner = unionLines({ members }, depth + 1, "", "")
    return [`${indent(depth)}${before}(`, ...inner, `${indent(depth)})${suffix}${after}`]
  }
  const at = before === "" ? depth : depth + 1
  return [
    ...(before === "" ? [] : [`${indent(depth)}${before.trimEnd()}`]),
    ...members.flatMap((member, index) => {
      const [first = "", ...rest] = lines(member, at + 1, "", index === members.length - 1 ? after : "")
      return [`${indent(at)}| ${first.trimStart()}`, ...rest]
    })
  ]
}

const isTall = (code: Code): boolean => {
  if (typeof code === "string") return false
  if ("members" in code) return code.members.some(isTall)
  return code.items.length > 0 && (code.isTall === true || code.items.some((item) => isTall(item.code)))
}
