/**
 * Values that can be compared: a number only with a number, a word only with a word. Across shapes the text may well
 * mean what was recorded ("Friday" for 2026-01-02), and nothing is held against it.
 */
import { stem } from "./stem.ts"

export type Shape = "number" | "key" | "address" | "word" | "text"

export interface Shaped {
  readonly shape: Shape
  /** Equal for values that a reader takes for the same. */
  readonly norm: string
}

/** Longer ones are contents, not values that one repeats; and a longer integer has lost digits on its way. */
const LONGEST = 200
const MOST_DIGITS = 15

export const shapeOf = (written: string): Shaped | undefined => {
  if (written.length > LONGEST) return undefined
  const plain = written.trim().replace(/^#/, "")
  if (/^\d{1,3}(,\d{3})+$|^-?\d+(\.\d+)?$/.test(plain)) return numberOf(plain.replaceAll(",", ""))
  if (/^[a-z][a-z0-9]*-\d+$/i.test(plain)) return { shape: "key", norm: plain.toUpperCase() }
  if (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(plain)) return { shape: "address", norm: plain.toLowerCase() }
  return /^[a-z]+$/i.test(plain) ? { shape: "word", norm: stem(plain) } : undefined
}

/** What stands in quotation marks is compared letter by letter, but for case and spaces. */
export const textOf = (written: string): Shaped | undefined => {
  const norm = written.length > LONGEST ? "" : written.toLowerCase().split(/\s+/).join(" ").trim()
  return norm === "" || /(\.\.\.|…)$/.test(norm) ? undefined : { shape: "text", norm }
}

const numberOf = (digits: string): Shaped | undefined =>
  digits.length > MOST_DIGITS ? undefined : { shape: "number", norm: String(Number(digits)) }
