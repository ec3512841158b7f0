/**
 * Measures, pads, clips and wraps text in columns of a terminal: a wide character takes two, a combining mark none.
 *
 * Expects escaped text, in which every hidden character is already written as an escape.
 */
import { combining, isIn, wide } from "./characters.ts"

export const widthOf = (text: string): number => {
  if (ASCII.test(text)) return text.length
  let columns = 0
  let before = 0
  for (const character of text) {
    const own = columnsOf(character.codePointAt(0) ?? 0, before)
    columns += own
    if (own > 0) before = own
  }
  return columns
}

const ASCII = /^[ -~]*$/

/** Selects the emoji form of the character before it, which is two columns wide. */
const EMOJI_STYLE = 0xfe0f

/** `before` is the width of the last character that took a column. */
const columnsOf = (code: number, before: number): number => {
  if (code === EMOJI_STYLE) return before === 1 ? 1 : 0
  const isSkinTone = code >= 0x1f3fb && code <= 0x1f3ff
  if (isIn(combining, code) || (isSkinTone && before === 2)) return 0
  return isIn(wide, code) ? 2 : 1
}

/** Appends blanks up to a width. */
export const pad = (text: string, columns: number): string => text + " ".repeat(Math.max(0, columns - widthOf(text)))

/** Cuts a text to a width; a text that was cut ends in dots. */
export const clip = (text: string, columns: number): string => {
  if (widthOf(text) <= columns) return text
  const dots = ".".repeat(Math.max(0, Math.min(3, columns)))
  let [kept, used, before] = ["", dots.length, 0]
  for (const character of text) {
    const own = columnsOf(character.codePointAt(0) ?? 0, before)
    if (used + own > columns) break
    kept += character
    used += own
    if (own > 0) before = own
  }
  return kept + dots
}

/** Breaks a text at blanks into lines of at most a width. A word that is wider than a line is not broken. */
export const wrap = (text: string, columns: number): ReadonlyArray<string> => {
  if (columns === Infinity || widthOf(text) <= columns) return [text]
  const lines: Array<string> = []
  let [line, used] = ["", 0]
  for (const [at, word] of text.split(" ").entries()) {
    const own = widthOf(word)
    if (at > 0 && used + 1 + own > columns && line !== "") {
      lines.push(line)
      ;[line, used] = [word, own]
    } else {
      line += at > 0 ? ` ${word}` : word
      used += at > 0 ? own + 1 : own
    }
  }
  return [...lines, line]
}

/** Rows of texts as lines of a table: each column is as wide as its widest text. The texts are escaped already. */
export const inColumns = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const widths: Array<number> = []
  for (const row of rows) {
    for (const [column, text] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, widthOf(text))
  }
  return rows.map((row) =>
    row
      .map((text, column) => pad(text, widths[column] ?? 0))
      .join("  ")
      .trimEnd()
  )
}
