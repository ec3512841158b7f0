/**
 * The text of a flag's value as the value itself, or what was expected instead.
 */
import type { Flag } from "./Flag.ts"

export type ReadValue = { readonly value: unknown } | Expected

export interface Expected {
  readonly expected: string
  /** The values that there are, if they can be listed. */
  readonly candidates: ReadonlyArray<string>
}

const trueWords: ReadonlyArray<string> = ["true", "yes", "on", "1", "y"]
const falseWords: ReadonlyArray<string> = ["false", "no", "off", "0", "n"]
const booleanWords = [...trueWords, ...falseWords]

export const isBooleanWord = (text: string): boolean => booleanWords.includes(text)

export const readValue = (flag: Flag, text: string): ReadValue => {
  switch (flag.kind) {
    case "string":
      return { value: text }
    case "boolean":
      return isBooleanWord(text) ? { value: trueWords.includes(text) } : oneOf(booleanWords)
    case "choice":
      return flag.choices.includes(text) ? { value: text } : oneOf(flag.choices)
    case "integer":
      return readNumber(text, Number.isSafeInteger, "an integer")
    case "number":
      return readNumber(text, Number.isFinite, "a finite number")
  }
}

/** Decimal digits only: neither `0x10` nor `Infinity`. `1e3` is 1000. */
const decimal = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i

const readNumber = (text: string, isValid: (value: number) => boolean, expected: string): ReadValue => {
  if (!decimal.test(text)) return { expected: "a number", candidates: [] }
  const value = Number(text)
  return isValid(value) ? { value } : { expected, candidates: [] }
}

const oneOf = (candidates: ReadonlyArray<string>): Expected => ({
  expected: candidates.map((one) => `"${one}"`).join(" | "),
  candidates
})
