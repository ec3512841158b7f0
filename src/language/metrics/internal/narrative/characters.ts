/**
 * Which characters belong to words, by code unit: the same on every runtime, whatever its Unicode version.
 */

/** Of ASCII. */
export const isLetterOrDigit = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)

/** Letters, digits and `_`; beyond ASCII everything that is not punctuation, a space or a symbol. */
const isWordCode = (code: number): boolean => (code < 128 ? isLetterOrDigit(code) || code === 95 : !within(signs, code))

/** The second half of a character beyond 16 bits is what its first half is: an emoji is a sign as a whole. */
export const isWordAt = (text: string, at: number): boolean => {
  if (at < 0 || at >= text.length) return false
  const code = text.charCodeAt(at)
  return isWordCode(code >= 0xdc00 && code <= 0xdfff ? text.charCodeAt(at - 1) : code)
}

/** Spaces and characters of zero width, but not the end of a line. */
export const isBlankAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code === 32 || code === 9 || code === 13 || (code > 127 && within(blanks, code))
}

const within = (ranges: Ranges, code: number): boolean => ranges.some(([first, last]) => code >= first && code <= last)

type Ranges = ReadonlyArray<readonly [number, number]>

/** Latin-1 signs, general punctuation to pictographs, CJK punctuation, marks of width and order, emoji. */
const signs: Ranges = [
  [0x80, 0xa9],
  [0xab, 0xb4],
  [0xb6, 0xb9],
  [0xbb, 0xbf],
  [0xd7, 0xd7],
  [0xf7, 0xf7],
  [0x2000, 0x206f],
  [0x20a0, 0x20cf],
  [0x2190, 0x2bff],
  [0x3000, 0x303f],
  [0xd83c, 0xd83e],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xff0f]
]

const blanks: Ranges = [
  [0xa0, 0xa0],
  [0xad, 0xad],
  [0x2000, 0x200f],
  [0x202a, 0x202f],
  [0x205f, 0x206f],
  [0x3000, 0x3000],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff]
]
