/**
 * The part of a stream of bytes that is still needed, and how to step over JSON values in it. It holds the bytes from `keepFrom` on,
 * and positions are counted from there.
 */
import { MAX_DEPTH } from "../../../base/std/findFlaw.ts"

export interface ByteWindow {
  /** The position of the next byte. */
  readonly at: () => number
  /** The bytes before this position are not needed any more: it becomes position 0. */
  readonly keepFrom: (position: number) => void
  readonly slice: (start: number, end: number) => Uint8Array
  /** Steps over one byte. */
  readonly skip: () => true
  /** Steps over white space. Returns the byte that follows, which it does not step over, or -1 at the end. */
  readonly next: () => Wanting<number>
  /** Steps over a value. Returns false if the bytes end inside of it, or if it is too large or nested too deeply. */
  readonly value: () => Wanting<boolean>
  /** The number of the line. */
  readonly line: () => number
  /** Why a value was refused. */
  readonly flaw: () => string | undefined
}

/** Yields where it needs more bytes, and takes undefined for their end. */
type Wanting<A> = Generator<undefined, A, Uint8Array | undefined>

export const byteWindow = (most: number): ByteWindow => {
  let buffer = new Uint8Array(64 * 1024)
  /** The kept bytes are from `base` to `filled`; the next one to look at is at `at`. */
  let [base, at, filled] = [0, 0, 0]
  let line = 1
  let flaw: string | undefined
  let isEnded = false

  const append = (bytes: Uint8Array): void => {
    const kept = filled - base
    if (kept + bytes.length > buffer.length) {
      const larger = new Uint8Array(Math.max(2 * buffer.length, kept + bytes.length))
      larger.set(buffer.subarray(base, filled))
      buffer = larger
    } else buffer.copyWithin(0, base, filled)
    buffer.set(bytes, kept)
    ;[base, at, filled] = [0, at - base, kept + bytes.length]
  }

  function* more(): Wanting<boolean> {
    if (filled - base > most) {
      flaw = `has a value of more than ${Math.round(most / 1024 / 1024)} MB`
      return false
    }
    // The end comes once: whoever asks again must not wait for it.
    const bytes = isEnded ? undefined : yield undefined
    isEnded = bytes === undefined
    if (bytes === undefined) return false
    append(bytes)
    return true
  }

  function* next(): Wanting<number> {
    for (;;) {
      for (; at < filled; at++) {
        const byte = buffer[at]!
        if (byte === LINE_FEED) line++
        if (!isSpace(byte) && !isMark(byte)) return byte
      }
      if (!(yield* more())) return -1
    }
  }

  /** Over the rest of a string, behind its first quote. What follows a backslash may be in the next bytes: `at` is then beyond these. */
  function* text(): Wanting<boolean> {
    for (;;) {
      while (at < filled) {
        const byte = buffer[at]!
        at += byte === BACKSLASH ? 2 : 1
        if (byte === QUOTE) return true
      }
      if (!(yield* more())) return false
    }
  }

  function* value(): Wanting<boolean> {
    let depth = 0
    for (;;) {
      if (at >= filled && !(yield* more())) return false
      const byte = buffer[at]!
      if (byte === QUOTE) {
        at++
        if (!(yield* text())) return false
        if (depth === 0) return true
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        at++
        if (++depth > MAX_DEPTH) {
          flaw = `is nested deeper than ${MAX_DEPTH} levels`
          return false
        }
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        if (depth > 0) at++
        if (depth <= 1) return true
        depth--
      } else if (depth === 0 && (byte === COMMA || isSpace(byte))) return true
      else {
        if (byte === LINE_FEED) line++
        at++
      }
    }
  }

  return {
    at: () => at - base,
    keepFrom: (position) => void (base += position),
    slice: (start, end) => buffer.subarray(base + start, base + end),
    skip: () => (at++, true),
    next,
    value,
    line: () => line,
    flaw: () => flaw
  }
}

const [QUOTE, COMMA, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 44, 91, 92, 93, 123, 125]
const LINE_FEED = 10

const isSpace = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13)

/** A byte order mark, which some programs write before JSON; between values it would be nothing else. */
const isMark = (byte: number): boolean => byte === 0xef || byte === 0xbb || byte === 0xbf
