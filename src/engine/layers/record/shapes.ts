/**
 * What keys look like, for secrets whose values are not known. Each expression looks at a character a bounded number of times,
 * whatever the text, and is only tried where one of its words is.
 */
import { Buffer } from "node:buffer"
import type { KeyShape } from "../../../edges/providers/ProviderRecord.ts"
import { providers } from "../../../edges/providers/providers.ts"
import type { TextSpan } from "./occurrences.ts"
import { plainReader } from "./readings.ts"
import { keyWords } from "./secretWords.ts"
import { type Alphabet, wordFinder } from "./wordFinder.ts"

export interface ShapedKey extends TextSpan {
  readonly rule: string
  readonly value: string
}

/** Sorted by shape: of two shapes that a key has, the first one names it. */
export const shapedKeysIn = (text: string): ReadonlyArray<ShapedKey> => {
  const found: Array<Array<ShapedKey>> = []
  /** Where the last key of each shape ends. */
  const ends: Array<number> = []
  read(text, (start, _end, word) => {
    const { shape } = words[word]!
    const { accepts = () => true, before, pattern, rule } = shapes[shape]!
    const at = before === undefined ? start : endOf(before, text, start)
    if (at === undefined || at < (ends[shape] ?? 0)) return
    const end = endOf(pattern, text, at)
    if (end === undefined) return
    ends[shape] = end
    const value = text.slice(at, end)
    if (accepts(value)) (found[shape] ??= []).push({ start: at, end, rule, value })
  })
  return found.flat()
}

/** Of what a sticky expression matches at a place. */
const endOf = (pattern: RegExp, text: string, at: number): number | undefined => {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

interface Shape extends KeyShape {
  /** What is before a key and no part of it. Sticky; then the words begin this. */
  readonly before?: RegExp
  /** A second look, where the first would take ordinary words for a key. */
  readonly accepts?: (found: string) => boolean
}

const shapes: ReadonlyArray<Shape> = [
  {
    rule: "private_key",
    starts: keyWords.private_key,
    // A key without its end was cut off, and goes on to the end of the text.
    pattern: /-----BEGIN [A-Z0-9 ]{0,32}PRIVATE KEY[^]*?(?:-----END [A-Z0-9 ]{0,48}-----|$)/y
  },
  {
    rule: "userinfo",
    starts: keyWords.userinfo,
    before: /:\\{0,4}\/\\{0,4}\//y,
    pattern: /[^\s/?#@:"'<>\\[\]]{0,256}:[^\s/?#"'<>\\[\]]{1,256}(?=@)/y
  },
  ...providers.flatMap(({ keyShape }) => keyShape ?? []),
  {
    rule: "github_token",
    starts: keyWords.github_token,
    pattern: /(?:gh[opsru]_[A-Za-z0-9]{20,}|github_pat_\w{20,})/y
  },
  { rule: "slack_token", starts: keyWords.slack_token, pattern: /xox[abceoprs]-[A-Za-z0-9-]{10,}/y },
  { rule: "aws_access_key", starts: keyWords.aws_access_key, pattern: /A(?:KIA|SIA)[A-Z0-9]{16}/y },
  { rule: "google_key", starts: keyWords.google_key, pattern: /AIza[\w-]{30,}/y },
  { rule: "jwt", starts: keyWords.jwt, pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/y },
  {
    rule: "bearer",
    starts: keyWords.bearer,
    before: /\bbearer(?:[ +]|%20)/iy,
    pattern: /(?:(?=[^\s\d]{0,64}\d)[\w.~+/=-]{8,}|[\w.~+/=-]{24,})/y
  },
  {
    rule: "basic",
    starts: keyWords.basic,
    before: /\bbasic(?:[ +]|%20)/iy,
    pattern: /[\w+/-]{8,}={0,2}/y,
    accepts: (found) => isPair(found)
  }
]

/** The rules of all shapes. */
export const shapeRules: ReadonlyArray<string> = shapes.map(({ rule }) => rule)

/** The expressions say in which case a word has to be. */
const smallLetters: Alphabet = (code) => (code >= 0x41 && code <= 0x5a ? code + 0x20 : code)

const words = shapes.flatMap(({ starts }, shape) =>
  starts.map((text) => ({ text: text.toLowerCase(), alphabet: smallLetters, shape }))
)

const read = plainReader(wordFinder(words))

/** `user:password` as text, which no plain word is. */
const isPair = (base64: string): boolean =>
  !/^[A-Z]?[a-z]+$/.test(base64) && /^[\x20-\x7e]+:[\x20-\x7e]*$/.test(Buffer.from(base64, "base64").toString())
