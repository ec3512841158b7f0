/**
 * Compresses bytes to raw DEFLATE (RFC 1951), the same bytes on every runtime: each has another zlib, and they choose other
 * encodings of the same data. `DecompressionStream("deflate-raw")` and every zlib read it.
 */
import { bitWriter } from "./bitWriter.ts"
import { matchesIn } from "./matches.ts"
import { writeBlock } from "./writeBlock.ts"

/** How far back a match may begin. */
const HISTORY = 32_768
/** Bytes that are searched for matches at once. */
const PART = 1 << 18
/** Symbols of a block: each block has its own codes. */
const SYMBOLS = 1 << 14

/** Takes and yields the bytes piece by piece; how they are cut does not change the result. */
export function* deflate(pieces: Iterable<Uint8Array>): Iterable<Uint8Array> {
  const bits = bitWriter()
  const data = new Uint8Array(HISTORY + PART)
  let [from, to] = [0, 0]
  const compress = (): Uint8Array => {
    const symbols = matchesIn(data.subarray(0, to), from)
    for (let at = 0; at < symbols.length; at += SYMBOLS) writeBlock(bits, symbols.subarray(at, at + SYMBOLS))
    const kept = Math.min(to, HISTORY)
    data.copyWithin(0, to - kept, to)
    ;[from, to] = [kept, kept]
    return bits.take()
  }
  for (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      const part = piece.subarray(at, at + from + PART - to)
      data.set(part, to)
      at += part.length
      to += part.length
      if (to === from + PART) yield compress()
    }
  }
  if (to > from) yield compress()
  bits.write(EMPTY_LAST_BLOCK, 10)
  yield bits.end()
}

/** The last block, with fixed codes, and nothing but the symbol of its end. */
const EMPTY_LAST_BLOCK = 0b011
