/**
 * How one reading of a text is made of another: with its escapes read, or with its lines joined.
 */
import { BACKSLASH, escapeAt, LONGEST_ESCAPE, PERCENT } from "./unescape.ts"

/** The part of a reading that is looked at: a window, and behind it what a word that ends there may have begun with. */
export interface ReadingWindow {
  readonly codes: Uint16Array
  /** Where each character began in the text, and where the character after the last one does. */
  readonly origins: Int32Array
  readonly longestWord: number
  length: number
  /** How many of its characters the next reading has taken. */
  read: number
  /** Where words may begin that the reading before has not: first places, each with the place behind the last one. */
  zones: Array<number>
}

/** Writes what it makes of one reading behind the next. Returns how far it has read. */
export type Rewrite = (from: ReadingWindow, to: ReadingWindow, isLast: boolean) => number

/** Most windows of most readings have no escape, and are copied at once. */
export const unescape: Rewrite = (from, to, isLast) => {
  const end = isLast ? from.length : from.length - LONGEST_ESCAPE
  let at = from.read
  const rest = from.codes.subarray(at, Math.max(at, end))
  const hasEscapes = rest.includes(BACKSLASH) || rest.includes(PERCENT)
  while (at < end) {
    const next = hasEscapes ? nextEscape(from, at, end) : end
    copy(from, to, at, next)
    at = next < end ? next + putEscape(from, to, next) : end
  }
  return at
}

const nextEscape = ({ codes }: ReadingWindow, from: number, end: number): number => {
  let at = from
  while (at < end && codes[at] !== BACKSLASH && codes[at] !== PERCENT) at++
  return at
}

/** A loop is faster than two calls for the few characters between two escapes. */
const copy = (from: ReadingWindow, to: ReadingWindow, start: number, end: number): void => {
  const { codes, origins } = from
  const { codes: written, length, origins: writtenOrigins } = to
  if (end - start > 64) {
    written.set(codes.subarray(start, end), length)
    writtenOrigins.set(origins.subarray(start, end), length)
  } else {
    const offset = length - start
    for (let at = start; at < end; at++) {
      written[offset + at] = codes[at]!
      writtenOrigins[offset + at] = origins[at]!
    }
  }
  to.length = length + end - start
}

/** Writes what is escaped, or the sign alone if it begins no escape. Returns how many characters that takes. */
const putEscape = (from: ReadingWindow, to: ReadingWindow, at: number): number => {
  const escape = escapeAt(from.codes, at, from.length)
  if (escape === 0) {
    copy(from, to, at, at + 1)
    return 1
  }
  const point = escape >> 4
  const first = to.length
  if (point > 0xffff) put(to, 0xd800 + ((point - 0x10000) >> 10), from.origins[at]!)
  put(to, point > 0xffff ? 0xdc00 + (point & 0x3ff) : point, from.origins[at]!)
  addZone(to, first - to.longestWord, to.length)
  return escape & 15
}

const put = (to: ReadingWindow, code: number, origin: number): void => {
  to.codes[to.length] = code
  to.origins[to.length] = origin
  to.length++
}

/** Leaves out line ends, and the blanks that the next line begins with. */
export const joinLines = (): Rewrite => {
  let isLeftOut = false
  return (from, to, isLast) => {
    const { codes, length } = from
    let at = from.read
    while (at < length) {
      if (isLeftOut) while (at < length && isBlank(codes[at]!)) at++
      const line = at
      while (at < length && !isLineEnd(codes[at]!)) at++
      if (line === at && at < length) isLeftOut = true
      if (line < at) {
        if (isLeftOut) addZone(to, to.length - to.longestWord, to.length)
        copy(from, to, line, at)
        isLeftOut = at < length
      }
    }
    if (isLast && isLeftOut) addZone(to, to.length - to.longestWord, to.length)
    return length
  }
}

const isLineEnd = (code: number): boolean => code === 10 || code === 13
const isBlank = (code: number): boolean => isLineEnd(code) || code === 32 || code === 9

/** Adds a zone behind the others, or to the last one. */
export const addZone = ({ zones }: ReadingWindow, from: number, to: number): void => {
  const last = zones.length - 1
  if (last > 0 && from <= zones[last]!) zones[last] = to
  else zones.push(Math.max(0, from), to)
}
