/**
 * Cuts a text between its words, for texts of others that are shortened before secrets are looked for: half a key is not found, and shows
 * half a key.
 */

/** The beginning, at most this long; nothing of a word that goes on. */
export const firstWords = (text: string, longest: number): string => {
  if (text.length <= longest) return text
  let end = longest
  while (end > 0 && !isBetween(text, end)) end--
  return text.slice(0, end).trimEnd()
}

/** The same, with three dots in the place of what is left out. */
export const shortenWords = (text: string, longest: number): string =>
  text.length <= longest ? text : `${firstWords(text, longest - 3)}...`

/** What follows the word in which a text begins that was cut off before. */
export const afterFirstWord = (text: string): string => {
  let start = 0
  while (start < text.length && !SIGN.test(text[start]!)) start++
  return text.slice(start)
}

/** What a key does not have inside, as a rule: blanks, brackets, and whatever is not ASCII. */
const SIGN = /[^\x21-\x7e]|["'`<>()[\]{},;|]/

/** Never between the two halves of a surrogate pair. */
const isBetween = (text: string, at: number): boolean =>
  (SIGN.test(text[at]!) || SIGN.test(text[at - 1]!)) && !/[\udc00-\udfff]/.test(text[at]!)

/** The words of some lines, each line separated by single spaces. */
export const words = (...lines: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(" ")))
