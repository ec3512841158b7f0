/**
 * A text read in several ways at once, window by window: as it is; with its escapes read, also those of escapes; and with its lines
 * joined, as long base64 has to be read. How much memory that takes does not depend on the length of the text.
 */
import { addZone, joinLines, type ReadingWindow, type Rewrite, unescape } from "./rewrites.ts"
import { LONGEST_ESCAPE } from "./unescape.ts"
import type { WordFinder } from "./wordFinder.ts"

/** Gets the place in the text, and the index of the word. */
export type OnFound = (start: number, end: number, word: number) => void

/** Reports words by their places in a text. A reader keeps its windows for the next text. */
export type Reader = (text: string, found: OnFound) => void

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
  raw: ReadingWindow,
  stages: ReadonlyArray<Stage>,
  found: OnFound
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

/** How one reading is made of the one before. */
interface Stage {
  readonly reading: ReadingWindow
  readonly rewrite: Rewrite
}

const readingOf = ({ longest }: WordFinder, window: number): ReadingWindow => {
  const size = window + 2 * (longest + LONGEST_ESCAPE)
  const [codes, origins] = [new Uint16Array(size), new Int32Array(size + 1)]
  return { codes, origins, longestWord: longest, length: 0, read: 0, zones: [] }
}

const clear = (reading: ReadingWindow): void => {
  reading.length = 0
  reading.read = 0
  reading.zones = []
}

const append = (raw: ReadingWindow, text: string, from: number, end: number): void => {
  const { codes, length, origins } = raw
  const offset = length - from
  for (let at = from; at < end; at++) {
    codes[offset + at] = text.charCodeAt(at)
    origins[offset + at] = at
  }
  raw.length = offset + end
  addZone(raw, length, raw.length)
}

/** A word is reported once the character behind it is known, which says where it ends in the text. */
const search = (reading: ReadingWindow, { find, longest }: WordFinder, isLast: boolean, found: OnFound): void => {
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
const forget = (reading: ReadingWindow, taken: number): void => {
  const { codes, length, longestWord, origins, zones } = reading
  const first = Math.max(0, Math.min(taken, length - longestWord, zones[0] ?? length))
  reading.read = taken - first
  if (first === 0) return
  codes.copyWithin(0, first, length)
  origins.copyWithin(0, first, length)
  reading.length = length - first
  reading.zones = zones.map((place) => place - first)
}
