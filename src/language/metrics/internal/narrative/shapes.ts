/**
 * Shapes of values: a number is compared with numbers only, a word with words only. A stated value of another shape
 * than the recorded one is no mismatch, because it may mean the same ("Friday" for 2026-01-02).
 */
import { stem } from "./stem.ts"

export type ValueShape = "number" | "key" | "address" | "word" | "text"

export interface Shaped {
  readonly shape: ValueShape
  /** The normalized value: equal for values that mean the same. */
  readonly norm: string
}

/** Longer texts are contents that a message does not repeat; longer integers may have lost digits in JSON. */
export const LONGEST_SHAPED = 200
const MOST_DIGITS = 15

export const shapeOf = (written: string): Shaped | undefined => {
  if (written.length > LONGEST_SHAPED) return undefined
  const trimmed = written.trim()
  if (trimmed.includes(" ")) return undefined
  const plain = trimmed.startsWith("#") ? trimmed.slice(1) : trimmed
  if (/^\d{1,3}(,\d{3})+$|^-?\d+(\.\d+)?$/.test(plain)) return numberOf(plain.replaceAll(",", ""))
  if (/^[a-z][a-z0-9]*-\d+$/i.test(plain)) return { shape: "key", norm: plain.toUpperCase() }
  if (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(plain)) return { shape: "address", norm: plain.toLowerCase() }
  return /^[a-z]+$/i.test(plain) ? { shape: "word", norm: stem(plain) } : undefined
}

/** A quoted text is compared whole, ignoring case and the number of spaces. */
export const quotedShapeOf = (written: string): Shaped | undefined => {
  const norm = written.length > LONGEST_SHAPED ? "" : written.toLowerCase().split(/\s+/).join(" ").trim()
  return norm === "" || /(\.\.\.|…)$/.test(norm) ? undefined : { shape: "text", norm }
}

const numberOf = (digits: string): Shaped | undefined =>
  digits.length > MOST_DIGITS ? undefined : { shape: "number", norm: String(Number(digits)) }
