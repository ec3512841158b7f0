/**
 * A text read in several ways at once, window by window: as it is; with its escapes read, also those of escapes; and with its lines
 * joined, as long base64 has to be read. How much memory that takes does not depend on the length of the text.
 */
import { BACKSLASH, escapeAt, LONGEST_ESCAPE, PERCENT } from "./unescape.ts"
import type { WordFinder } from "./wordFinder.ts"

/** Gets the place in the text, and the index of the word. */
export type Found = (start: number, end: number, word: number) => void

/** Reports words by their places in a text. A reader keeps its windows for the next text. */
export type Reader = (text: string, found: Found) => void

/** Reports every word in every reading of a text. */
export const readerOfEscapes = (finder: WordFinder, window = WINDOW): Reader => {
  const reading = () => readingOf(finder, window)
  const raw = reading()
  const escapes = Array.from({ length: 3 }, (): Stage => ({ reading: reading(), rewrite: unescape }))
  const oneLine = reading()
  return (text, found) => {
    const hasEscapes = text.includes("\\") || text.includes("%")
    // An escape may be one of a line end.
    const hasLines = hasEscapes || /[\r\n]/.test(text)
    const stages = [...(hasEscapes ? escapes : []), ...(hasLines ? [{ reading: oneLine, rewrite: joinLines() }] : [])]
    read(text, finder, window, raw, stages, found)
  }
}

/** Reports every word in a text as it is, in the order of the places where they begin. */
export const plainReader = (finder: WordFinder, window = WINDOW): Reader => {
  const raw = readingOf(finder, window)
  return (text, found) => read(text, finder, window, raw, [], found)
}

const read = (
  text: string,
  finder: WordFinder,
  window: number,
  raw: Reading,
  stages: ReadonlyArray<Stage>,
  found: Found
): void => {
  if (text.length < finder.shortest) return
  const readings = [raw, ...stages.map(({ reading }) => reading)]
  for (const reading of readings) clear(reading)
  for (let from = 0; from < text.length; from += window) {
    const isLast = from + window >= text.length
    append(raw, text, from, isLast ? text.length : from + window)
    for (const [at, reading] of readings.entries()) {
      const next = stages[at]
      if (isLast) reading.origins[reading.length] = text.length
      search(reading, finder, isLast, found)
      const taken = next === undefined ? reading.length : next.rewrite(reading, next.reading, isLast)
      forget(reading, taken)
    }
  }
}

/** Small enough for the processor's cache. */
const WINDOW = 16 * 1024

/** The part of a reading that is looked at: a window, and behind it what a word that ends there may have begun with. */
interface Reading {
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

/** How one reading is made of the one before. */
interface Stage {
  readonly reading: Reading
  readonly rewrite: Rewrite
}

/** Writes what it makes of one reading behind the next. Returns how far it has read. */
type Rewrite = (from: Reading, to: Reading, isLast: boolean) => number

const readingOf = ({ longest }: WordFinder, window: number): Reading => {
  const size = window + 2 * (longest + LONGEST_ESCAPE)
  const [codes, origins] = [new Uint16Array(size), new Int32Array(size + 1)]
  return { codes, origins, longestWord: longest, length: 0, read: 0, zones: [] }
}

const clear = (reading: Reading): void => {
  reading.length = 0
  reading.read = 0
  reading.zones = []
}

const append = (raw: Reading, text: string, from: number, end: number): void => {
  const { codes, length, origins } = raw
  const offset = length - from
  for (let at = from; at < end; at++) {
    codes[offset + at] = text.charCodeAt(at)
    origins[offset + at] = at
  }
  raw.length = offset + end
  addZone(raw, length, raw.length)
}

const addZone = ({ zones }: Reading, from: number, to: number): void => {
  const last = zones.length - 1
  if (last > 0 && from <= zones[last]!) zones[last] = to
  else zones.push(Math.max(0, from), to)
}

/** A word is reported once the character behind it is known, which says where it ends in the text. */
const search = (reading: Reading, { find, longest }: WordFinder, isLast: boolean, found: Found): void => {
  const { codes, length, origins, zones } = reading
  const limit = isLast ? length : length - longest
  const later: Array<number> = []
  for (let at = 0; at < zones.length; at += 2) {
    const [from, to] = [zones[at]!, zones[at + 1]!]
    find(codes, { from, to: Math.min(to, limit), length }, (start, end, word) =>
      found(origins[start]!, origins[end]!, word)
    )
    if (to > limit) later.push(Math.max(from, limit), to)
  }
  reading.zones = later
}

/** Keeps what was not taken, and what a later change may make the beginning of a word. */
const forget = (reading: Reading, taken: number): void => {
  const { codes, length, longestWord, origins, zones } = reading
  const first = Math.max(0, Math.min(taken, length - longestWord, zones[0] ?? length))
  reading.read = taken - first
  if (first === 0) return
  codes.copyWithin(0, first, length)
  origins.copyWithin(0, first, length)
  reading.length = length - first
  reading.zones = zones.map((place) => place - first)
}

/** Most windows of most readings have no escape, and are copied at once. */
const unescape: Rewrite = (from, to, isLast) => {
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

const nextEscape = ({ codes }: Reading, from: number, end: number): number => {
  let at = from
  while (at < end && codes[at] !== BACKSLASH && codes[at] !== PERCENT) at++
  return at
}

/** A loop is faster than two calls for the few characters between two escapes. */
const copy = (from: Reading, to: Reading, start: number, end: number): void => {
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
const putEscape = (from: Reading, to: Reading, at: number): number => {
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

const put = (to: Reading, code: number, origin: number): void => {
  to.codes[to.length] = code
  to.origins[to.length] = origin
  to.length++
}

/** Leaves out line ends, and the blanks that the next line begins with. */
const joinLines = (): Rewrite => {
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
