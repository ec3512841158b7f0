/**
 * Where in a text that is JSON a value begins. Nothing recurses.
 */
import { tryCatch } from "./tryCatch.ts"

export type JsonKey = string | number

/** The place of the value at a path; where there is none, of the last value on the way to it. */
export const jsonPlace = (text: string, path: ReadonlyArray<JsonKey>): number => {
  let at = afterBlank(text, 0)
  for (const key of path) {
    const found = placesIn(text, at).findLast((one) => String(one.key) === String(key))
    if (found === undefined) return at
    at = found.at
  }
  return at
}

interface Member {
  readonly key: JsonKey
  readonly at: number
}

/** The members of the object or list that begins here, in order; of anything else, none. */
export const placesIn = (text: string, start: number): ReadonlyArray<Member> => {
  const isList = text[start] === "["
  if (!isList && text[start] !== "{") return []
  const members: Array<Member> = []
  let at = afterBlank(text, start + 1)
  while (at < text.length && text[at] !== "]" && text[at] !== "}") {
    let key: JsonKey = members.length
    if (!isList) {
      const end = stringEnd(text, at)
      key = JSON.parse(text.slice(at, end)) as string
      at = afterBlank(text, afterBlank(text, end) + 1)
    }
    members.push({ key, at })
    at = afterBlank(text, valueEnd(text, at))
    if (text[at] === ",") at = afterBlank(text, at + 1)
  }
  return members
}

/** The place behind the value that begins here. */
const valueEnd = (text: string, start: number): number => {
  let [at, depth] = [start, 0]
  while (at < text.length) {
    const character = text[at]!
    if (depth === 0 && ",]}".includes(character)) return at
    if (character === '"') at = stringEnd(text, at)
    else {
      depth += Number("[{".includes(character)) - Number("]}".includes(character))
      at++
    }
    if (depth === 0 && '"]}'.includes(character)) return at
  }
  return at
}

/** Where a text stops being JSON. The runtimes word their errors differently, and not all of them give a place. */
export interface TextPlace {
  /** Both from 1. */
  readonly line: number
  readonly column: number
}

/** The place of the first token that JSON does not have there; the end of a text that is cut, or is JSON. Nothing recurses. */
export const jsonErrorAt = (text: string): TextPlace => {
  const open: Array<string> = []
  let due: Due = "value"
  let at = afterBlank(text, 0)
  while (at < text.length) {
    const end = tokenEnd(text, at)
    const next = follows(due, kindOf(text.slice(at, Math.min(end, at + 1))), open)
    if (next === undefined || !isToken(text.slice(at, end))) break
    due = next
    at = afterBlank(text, end)
  }
  return placeAt(text, at)
}

/** What may come next; `first` is an item or the end of what has just begun. */
type Due = "value" | "first" | "key" | "colon" | "more" | "nothing"

/** The due after a token of this kind; undefined if the token is not due. Opens and closes what the token does. */
const follows = (due: Due, kind: string, open: Array<string>): Due | undefined => {
  const inside = open.at(-1)
  const closes = kind === (inside === "{" ? "}" : "]") && inside !== undefined
  if (closes && (due === "first" || due === "more")) {
    open.pop()
    return open.length === 0 ? "nothing" : "more"
  }
  if (due === "more") return kind === "," ? (inside === "{" ? "key" : "value") : undefined
  if (due === "colon") return kind === ":" ? "value" : undefined
  if (due === "key" || (due === "first" && inside === "{")) return kind === '"' ? "colon" : undefined
  if (due === "nothing") return undefined
  if (kind === "{" || kind === "[") return open.push(kind) > 0 ? "first" : undefined
  return kind === '"' || kind === "word" ? (open.length === 0 ? "nothing" : "more") : undefined
}

const kindOf = (first: string): string => ('{}[]:,"'.includes(first) ? first : "word")

/** The first place from here that is not blank. */
const afterBlank = (text: string, from: number): number => {
  let at = from
  while (at < text.length && " \t\r\n".includes(text[at]!)) at++
  return at
}

const tokenEnd = (text: string, at: number): number => {
  if (text[at] === '"') return stringEnd(text, at)
  let end = at + 1
  if (kindOf(text[at]!) !== "word") return end
  while (end < text.length && !' \t\r\n{}[]:,"'.includes(text[end]!)) end++
  return end
}

/** The place behind a string that begins here. */
const stringEnd = (text: string, start: number): number => {
  let at = start + 1
  while (at < text.length && text[at] !== '"' && text[at] !== "\n") at += text[at] === "\\" ? 2 : 1
  return Math.min(at + 1, text.length)
}

/** Punctuation is; JSON itself knows the rest. */
const isToken = (token: string): boolean =>
  "{}[]:,".includes(token) || tryCatch(() => (JSON.parse(token), true)) === true

export const placeAt = (text: string, at: number): TextPlace => {
  const before = text.slice(0, at).split("\n")
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 }
}
