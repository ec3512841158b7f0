/**
 * Puts `[REDACTED:<rule>:<hash8>]` in the place of every secret. The same secret always gives the same words, so that what
 * is compared still matches; what was redacted once stays as it is.
 */
import type { Json } from "../../../base/domain/Json.ts"
import { sha256 } from "../../../base/std/sha256.ts"
import { occurrencesOf, type TextSpan } from "./occurrences.ts"
import type { Secrets } from "./secrets.ts"
import { shapedKeysIn, shapeRules } from "./shapes.ts"

export interface Redactor {
  readonly text: (text: string) => string
  /** Every string in a value, names of members included. */
  readonly json: (value: Json) => Json
  /** The names of the secrets that a text shows. */
  readonly shown: (text: string) => ReadonlyArray<string>
}

export const makeRedactor = (secrets: Secrets): Redactor => {
  const known = secrets.map(({ name, value }) => ({ rule: ruleOf(name), value }))
  const find = occurrencesOf(secrets.map(({ value }) => value))
  const rules = [...known.map(({ rule }) => rule), ...shapeRules]
  const placeholder = new RegExp(`(\\[REDACTED:(?:${[...new Set(rules)].join("|")}):[0-9a-f]{8}\\])`)

  const valuesIn = (text: string): ReadonlyArray<Mark> =>
    find(text)
      .toSorted((a, b) => a.value - b.value)
      .map(({ end, start, value }) => ({ start, end, ...known[value]! }))

  /** Every other part is a placeholder. */
  const partsOf = (text: string): ReadonlyArray<string> =>
    text.includes("[REDACTED:") ? text.split(placeholder) : [text]

  const marksIn = (part: string): ReadonlyArray<Mark> =>
    part.length < SHORTEST ? [] : [...valuesIn(part), ...shapedKeysIn(part)]

  /** Redacts what is between placeholders, until there is nothing left to find. */
  const text = (before: string): string =>
    before.length < SHORTEST ? before : alternate(partsOf(before), withoutMarks).join("")

  const withoutMarks = (part: string): string => {
    const marks = marksIn(part)
    return marks.length === 0 ? part : alternate(replaceMarks(part, marks), again).join("")
  }

  /** What was taken out may change how its neighbours are read: where they are long, their ends tell. */
  const again = (piece: string): string =>
    piece.length > 2 * EDGE && [piece.slice(0, EDGE), piece.slice(-EDGE)].every((end) => marksIn(end).length === 0)
      ? piece
      : text(piece)

  const json = (value: Json): Json => {
    if (typeof value === "string") return text(value)
    if (typeof value !== "object" || value === null) return value
    return Array.isArray(value)
      ? value.map(json)
      : Object.fromEntries(Object.entries(value).map(([name, member]) => [text(name), json(member)]))
  }

  const shown = (whole: string): ReadonlyArray<string> => {
    const parts = partsOf(whole).filter((_, at) => at % 2 === 0)
    return [...new Set(parts.flatMap(valuesIn).map(({ rule }) => rule))]
  }

  return { text, json, shown }
}

/** No secret is shorter. */
const SHORTEST = 8

/** Longer than any spelling of a secret, and than what is needed to read one. */
const EDGE = 64 * 1024

const ruleOf = (name: string): string => name.replace(/[^\w.-]/g, "_")

interface Mark extends TextSpan {
  readonly rule: string
  readonly value: string
}

const placeholderOf = ({ rule, value }: { readonly rule: string; readonly value: string }): string =>
  `[REDACTED:${rule}:${sha256(value).slice(0, 8)}]`

/** Every other part is a placeholder, and stays as it is. */
const alternate = (parts: ReadonlyArray<string>, change: (part: string) => string): ReadonlyArray<string> =>
  parts.map((part, at) => (at % 2 === 1 ? part : change(part)))

/** Pieces of the text with placeholders between them. Marks that overlap become one, so that no end of a secret is left. */
const replaceMarks = (text: string, marks: ReadonlyArray<Mark>): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let at = 0
  for (const mark of marks.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (mark.start >= at) parts.push(text.slice(at, mark.start), placeholderOf(mark))
    at = Math.max(at, mark.end)
  }
  return [...parts, text.slice(at)]
}
