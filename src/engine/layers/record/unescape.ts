/**
 * Escapes as JSON, JavaScript and addresses have them, read from character codes: `\n`, `\"`, `\u00e9`, `\xe9`, `%C3%A9`.
 */

/** The longest escape: four bytes in percent-encoding. */
export const LONGEST_ESCAPE = 12

/** The code point and the length of the escape at a place, as `codePoint * 16 + length`; 0 if none is there. */
export const escapeAt = (codes: Uint16Array, at: number, end: number): number =>
  codes[at] === BACKSLASH ? backslashEscape(codes, at + 1, end) : percentEscape(codes, at, end)

/** What escapes begin with. */
export const BACKSLASH = 0x5c
export const PERCENT = 0x25

/** `\u` and `\x` without their digits are no escapes; any other character stands for itself. */
const backslashEscape = (codes: Uint16Array, at: number, end: number): number => {
  if (at >= end) return 0
  const code = codes[at]!
  const digits = (code | 0x20) === 0x75 ? 4 : (code | 0x20) === 0x78 ? 2 : 0
  if (digits === 0) return (LETTERS[code] ?? code) * 16 + 2
  const value = hexNumber(codes, at + 1, digits, end)
  return value === -1 ? 0 : value * 16 + 2 + digits
}

/** b, f, n, r and t. */
const LETTERS: Readonly<Record<number, number>> = { 0x62: 8, 0x66: 12, 0x6e: 10, 0x72: 13, 0x74: 9 }

const percentEscape = (codes: Uint16Array, at: number, end: number): number => {
  const first = byteAt(codes, at, end)
  if (first === -1) return 0
  if (first < 0x80) return first * 16 + 3
  const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1
  if (first < 0xc2 || first > 0xf4) return 0
  let point = first & (0x3f >> more)
  for (let byte = 1; byte <= more; byte++) {
    const next = byteAt(codes, at + 3 * byte, end)
    if (next === -1 || (next & 0xc0) !== 0x80) return 0
    point = point * 64 + (next & 0x3f)
  }
  return isWellFormed(point, more) ? point * 16 + 3 * (more + 1) : 0
}

/** Neither spelt with more bytes than it needs, nor half of a surrogate pair, nor too large. */
const isWellFormed = (point: number, more: number): boolean =>
  more === 1 ||
  (more === 2 && point >= 0x800 && (point < 0xd800 || point > 0xdfff)) ||
  (more === 3 && point >= 0x10000 && point <= 0x10ffff)

/** Of `%` and two digits; -1 if they are not there. */
const byteAt = (codes: Uint16Array, at: number, end: number): number =>
  at < end && codes[at] === PERCENT ? hexNumber(codes, at + 1, 2, end) : -1

const hexNumber = (codes: Uint16Array, at: number, digits: number, end: number): number => {
  if (at + digits > end) return -1
  let value = 0
  for (let from = at; from < at + digits; from++) {
    const digit = hexDigit(codes[from]!)
    if (digit === -1) return -1
    value = value * 16 + digit
  }
  return value
}

const hexDigit = (code: number): number => {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
