/**
 * Escapes the characters of untrusted text that would control a terminal, hide, or reorder what is printed.
 */

/**
 * Ranges of code points that are escaped. A table and not `\p{Cf}`: the runtimes follow different versions of Unicode, and
 * the same text must give the same bytes on all of them.
 */
const hidden: ReadonlyArray<readonly [from: number, to: number]> = [
  [0x00, 0x1f], // C0 controls
  [0x7f, 0x9f], // DEL and the C1 controls
  [0xad, 0xad], // soft hyphen
  [0x034f, 0x034f], // grapheme joiner
  [0x061c, 0x061c], // Arabic letter mark, a bidi control
  [0x115f, 0x1160], // Hangul fillers
  [0x17b4, 0x17b5], // Khmer vowels without a shape
  [0x180b, 0x180f], // Mongolian selectors
  [0x200b, 0x200f], // zero-width characters and bidi marks
  [0x2028, 0x202e], // line and paragraph separators, bidi embeddings and overrides
  [0x2060, 0x206f], // word joiner, invisible operators, bidi isolates
  [0x3164, 0x3164], // Hangul filler
  [0xd800, 0xdfff], // surrogates without a partner
  [0xfdd0, 0xfdef], // not characters
  [0xfe00, 0xfe0d], // variation selectors, without the two that emoji need
  [0xfeff, 0xfeff], // byte order mark
  [0xffa0, 0xffa0], // Hangul filler
  [0xfff0, 0xfffb], // annotation controls
  [0xfffe, 0xffff], // not characters
  [0x1bca0, 0x1bca3], // shorthand controls
  [0x1d173, 0x1d17a], // musical controls
  [0xe0000, 0x10ffff] // tags, more variation selectors, private planes
]

const hex = (codePoint: number): string => codePoint.toString(16)

/** Every character that must not be printed unchanged. */
export const HIDDEN = new RegExp(`[${hidden.map(([from, to]) => `\\u{${hex(from)}}-\\u{${hex(to)}}`).join("")}]`, "gu")

/** Shows hidden characters as `\n`, `\r`, `\t` or `\u{1b}`. */
export const escapeHidden = (text: string): string => text.replace(HIDDEN, escaped)

const named: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }

const escaped = (character: string): string => named[character] ?? `\\u{${hex(character.codePointAt(0) ?? 0)}}`
