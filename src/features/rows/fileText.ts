/**
 * The text of a file of rows: UTF-8, with or without a byte order mark. Every line that is not UTF-8 is a mistake.
 */
import type { Mistake } from "../../base/std/csv.ts"

export const fileText = (bytes: Uint8Array): string | ReadonlyArray<Mistake> => {
  if (isUtf16(bytes)) return [{ line: 1, column: 1, what: "the file is UTF-16; save it as UTF-8" }]
  const text = new TextDecoder().decode(bytes)
  return text.includes(UNREADABLE) ? (unreadable(bytes) ?? text) : text
}

const UNREADABLE = "\ufffd"

const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

/** Undefined if the file spells that character out. */
const unreadable = (bytes: Uint8Array): ReadonlyArray<Mistake> | undefined => {
  const mistakes: Array<Mistake> = []
  for (let [line, from] = [1, 0]; from < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, from)
    const next = end === -1 ? bytes.length : end + 1
    const at = firstUnreadable(bytes.subarray(from, next))
    if (at !== undefined) mistakes.push({ line, column: at + 1, what: "a byte is not UTF-8; save the file as UTF-8" })
    from = next
  }
  return mistakes.length === 0 ? undefined : mistakes
}

const firstUnreadable = (line: Uint8Array): number | undefined => {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(line)
  let bytes = 0
  for (let [from, at] = [0, text.indexOf(UNREADABLE)]; at !== -1; [from, at] = [at, text.indexOf(UNREADABLE, at + 1)]) {
    bytes += encoder.encode(text.slice(from, at)).length
    if (line[bytes] !== 0xef || line[bytes + 1] !== 0xbf || line[bytes + 2] !== 0xbd) return at
  }
  return undefined
}

const encoder = new TextEncoder()
