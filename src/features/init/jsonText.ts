/**
 * Reads a JSON text that may have comments, and adds to it without changing the rest.
 */
import * as Result from "effect/Result"
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import { isJsonObject } from "../../base/std/Json.ts"

/** Undefined if the text is no JSON object. */
export const readObject = (text: string): JsonObject | undefined => {
  const tokens = tokensOf(text)
  const plain = tokens.filter((token, at) => token.text !== "," || !isTrailing(tokens, at))
  const value = Result.try((): Json => JSON.parse(plain.map((token) => token.text).join(" ")))
  return Result.isSuccess(value) && isJsonObject(value.success) ? value.success : undefined
}

/** Whether a comma follows a value and ends the list: JSON with comments may have it. */
const isTrailing = (tokens: ReadonlyArray<Token>, at: number): boolean =>
  /^[}\]]$/.test(tokens[at + 1]?.text ?? "") && !/^[{[:,]$/.test(tokens[at - 1]?.text ?? ",")

/** Adds texts to an object that is a member of the root object; adds the member if there is none. */
export const addTexts = (text: string, to: string, texts: { readonly [key: string]: string }): string => {
  const tokens = tokensOf(text)
  const layout = layoutOf(text, tokens)
  const members = Object.entries(texts).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
  const name = JSON.stringify(to)
  const key = tokens.findLastIndex(
    (token, at) => token.depth === 1 && token.text === name && tokens[at + 1]?.text === ":"
  )
  return key < 0
    ? insert(text, tokens, 0, layout, [`${name}: ${objectOf(members, layout, 2)}`])
    : insert(text, tokens, key + 2, layout, members)
}

interface Token {
  readonly text: string
  readonly at: number
  /** How many braces are open; a brace counts for what it opens or closes. */
  readonly depth: number
}

/**
 * Texts, punctuation and words. Comments and spaces are no tokens, and neither is a byte order mark. A text or comment that does
 * not end is one token up to the end, which no JSON has.
 */
const TOKEN = /"(?:[^"\\]|\\[^])*"?|\/\/.*|\/\*[^]*?(?:\*\/|$)|\/|[{}[\]:,]|[^\s{}[\]:,"/\uFEFF]+/g

const tokensOf = (text: string): ReadonlyArray<Token> => {
  let depth = 0
  return [...text.matchAll(TOKEN)].flatMap(({ 0: token, index }) => {
    if (isComment(token)) return []
    depth += /^[{[]$/.test(token) ? 1 : 0
    const found = { text: token, at: index, depth }
    depth -= /^[}\]]$/.test(token) ? 1 : 0
    return [found]
  })
}

const isComment = (token: string): boolean => token.startsWith("//") || (token.startsWith("/*") && token.endsWith("*/"))

interface Layout {
  /** Between one line and the next. */
  readonly end: string
  /** The indentation of a member of the root object; undefined if the root is on one line. */
  readonly unit: string | undefined
}

const layoutOf = (text: string, [open, first]: ReadonlyArray<Token>): Layout => {
  const margin = /\n([ \t]*)$/.exec(text.slice(open?.at, first?.at))?.[1]
  return {
    end: text.includes("\r\n") ? "\r\n" : "\n",
    unit: first?.text === "}" && margin !== undefined ? "  " : margin
  }
}

/** An object at this depth; `kept` are its comments. */
const objectOf = (members: ReadonlyArray<string>, { end, unit }: Layout, depth: number, kept = ""): string =>
  unit === undefined
    ? `{${kept} ${members.join(", ")} }`
    : `{${kept}${members.map((member) => `${end}${unit.repeat(depth)}${member}`).join(",")}${end}${unit.repeat(depth - 1)}}`

/** Puts members behind the last one of the object that a token opens, in the way that its members are set. */
const insert = (
  text: string,
  tokens: ReadonlyArray<Token>,
  opening: number,
  layout: Layout,
  members: ReadonlyArray<string>
): string => {
  const open = tokens[opening]
  const closing = tokens.findIndex(({ depth, text: one }, at) => at > opening && one === "}" && depth === open?.depth)
  const [first, last, close] = [tokens[opening + 1], tokens[closing - 1], tokens[closing]]
  if (open === undefined || first === undefined || last === undefined || close === undefined) return text
  const end = last.at + last.text.length
  const kept = text.slice(end, close.at).trimEnd()
  if (first === close) {
    return `${text.slice(0, open.at)}${objectOf(members, layout, open.depth, kept)}${text.slice(close.at + 1)}`
  }
  const margin =
    /\n[ \t]*$/.exec(text.slice(open.at, first.at))?.[0].replace("\n", layout.end) ??
    (kept.includes("//") ? layout.end : " ")
  const [before, after] = last.text === "," ? ["", ","] : [",", ""]
  const added = `${before}${kept}${margin}${members.join(`,${margin}`)}${after}`
  return `${text.slice(0, end)}${added}${text.slice(end + kept.length)}`
}
