/**
 * The arguments of a call, as a trace has them.
 */
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import { isJsonObject } from "../../base/std/Json.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"

export const INVALID = "INVALID_JSON"

/** A JSON text, or what it says. Nothing is an empty object; what is not an object is kept as a text under `INVALID_JSON`. */
export const argsOf = (args: Json | undefined): JsonObject => {
  if (args === undefined || args === null || args === "") return {}
  const value = typeof args === "string" ? tryCatch(() => parseExact(args)) : args
  if (value === null) return {}
  return isJsonObject(value) ? value : { [INVALID]: typeof args === "string" ? args : JSON.stringify(args) }
}

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
