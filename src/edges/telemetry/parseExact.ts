/**
 * Parses JSON without losing digits: a number that JavaScript cannot hold exactly becomes the text that it was written as.
 */
import type { Json } from "../../base/domain/Json.ts"

/** Throws what JSON.parse throws. */
export const parseExact = (text: string): Json => JSON.parse(mayLoseDigits.test(text) ? withTexts(text) : text)

/** A long number, or one with a large exponent, behind what stands before a number. */
const mayLoseDigits = /(?:^|[:,[\s])-?\d[\d.]{15}|\d[eE]\+?\d{3,}(?:[,\]}\s]|$)/

/** Strings are matched too, so that digits inside of them are left alone. */
const withTexts = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
    token.startsWith('"') || isExact(token) ? token : JSON.stringify(token)
  )

const isExact = (token: string): boolean => {
  const number = Number(token)
  return Number.isNaN(number) || (Number.isFinite(number) && digitsOf(String(number)) === digitsOf(token))
}

/** The significant digits and nothing else: `1.50e3` and `1500` have the same. */
const digitsOf = (token: string): string =>
  token
    .replace(/[eE].*$/, "")
    .replace(/[-.]/g, "")
    .replace(/^0+|0+$/g, "")
