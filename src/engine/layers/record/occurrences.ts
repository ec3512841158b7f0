/**
 * Where a text shows a value: as it is, percent-encoded, escaped as in JSON, in base64 at any alignment, or in hex.
 *
 * The text is read once, in several ways, each of which knows where its characters came from; in each of them all forms of all values
 * are looked for together.
 */
import { Buffer } from "node:buffer"
import { readerOfEscapes } from "./readings.ts"
import { type Alphabet, wordFinder } from "./wordFinder.ts"

export interface TextSpan {
  readonly start: number
  readonly end: number
}

export interface Occurrence extends TextSpan {
  /** The index of the value. */
  readonly value: number
}

/** Finds each occurrence of values that have two characters or more, in no order, and some of them twice. */
export const occurrencesOf = (
  values: ReadonlyArray<string>,
  window?: number
): ((text: string) => ReadonlyArray<Occurrence>) => {
  const forms = values.flatMap((text, value) => formsOf(text).map((form) => ({ ...form, value })))
  if (forms.length === 0) return () => []
  const read = readerOfEscapes(wordFinder(forms), window)
  return (text) => {
    const found: Array<Occurrence> = []
    read(text, (start, end, form) => found.push({ start, end, value: forms[form]!.value }))
    return found
  }
}

/** What a value can look like once escapes are read. */
const formsOf = (value: string): ReadonlyArray<{ readonly text: string; readonly alphabet: Alphabet }> => [
  ...[...new Set([value, value.replaceAll(" ", "+")])].map((text) => ({ text, alphabet: exactly })),
  // Only the characters that no neighbour of the value has a part in, for each place that it can have in a triple.
  ...[0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)])
    const [first, end] = [Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6)]
    return { text: bytes.toString("base64").slice(first, end), alphabet: plainBase64 }
  }),
  { text: Buffer.from(value).toString("hex"), alphabet: smallHex }
]

const exactly: Alphabet = (code) => code

/** base64url has `-` for `+` and `_` for `/`. */
const plainBase64: Alphabet = (code) => (code === 0x2d ? 0x2b : code === 0x5f ? 0x2f : code)

const smallHex: Alphabet = (code) => (code >= 0x41 && code <= 0x46 ? code + 0x20 : code)
