/**
 * Makes untrusted text safe to print: characters that a terminal obeys, hides or reorders are written as escapes such as
 * `\u{1b}`, and so is the first character of a command that GitHub's runner would obey.
 */

/**
 * Ranges of code points that are never printed. A table and not `\p{Cf}`: the runtimes follow different versions of Unicode,
 * and a report has the same bytes on all of them.
 */
const ranges: ReadonlyArray<readonly [from: number, to: number]> = [
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

/** Matches every character in the ranges above. */
export const HIDDEN = new RegExp(`[${ranges.map(([from, to]) => `\\u{${hex(from)}}-\\u{${hex(to)}}`).join("")}]`, "gu")

/** The legacy command of GitHub's runner, which it finds anywhere in a line. */
const LEGACY_COMMAND = /##(?=\[)/g

/** A workflow command of GitHub's runner, which may follow any white space. */
const COMMAND = /^(\s*):(?=:)/

/** Printable ASCII without a command: most lines, and nothing in them needs an escape. */
const HARMLESS = /^(?! *::)(?!.*##\[)[ -~]*$/

/**
 * Escapes a text that is printed on one line. Apply it to the whole line, and after any shortening: two harmless pieces may
 * form a command when they are joined.
 */
export const escapeLine = (text: string): string =>
  HARMLESS.test(text)
    ? text
    : text.replace(HIDDEN, escapeCharacter).replace(LEGACY_COMMAND, "#\\u{23}").replace(COMMAND, "$1\\u{3a}")

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }

const escapeCharacter = (character: string): string => short[character] ?? `\\u{${hex(character.codePointAt(0) ?? 0)}}`

/** Escapes a JSON text the way JSON does, so that a parser still reads the same value. */
export const escapeJson = (text: string): string =>
  PRINTABLE.test(text) && !text.includes("##[")
    ? text
    : text.replace(HIDDEN, escapeUnits).replace(LEGACY_COMMAND, "#\\u0023")

/** Most texts: looking for the ranges above takes several times longer. */
const PRINTABLE = /^[ -~]*$/

/** Escapes a JSON text of several lines. Its strings hold no line breaks of their own. */
export const escapeIndentedJson = (text: string): string => text.split("\n").map(escapeJson).join("\n")

const escapeUnits = (character: string): string =>
  Array.from({ length: character.length }, (_, unit) => `\\u${hex(character.charCodeAt(unit)).padStart(4, "0")}`).join(
    ""
  )
