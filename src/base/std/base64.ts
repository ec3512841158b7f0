/**
 * Base64 of bytes that come piece by piece.
 */

/** Bytes that are converted at once: a multiple of three, since three bytes are four characters. */
const PART = 3 * 4_096

/** How the bytes are cut does not change the text. */
export function* base64(pieces: Iterable<Uint8Array>): Iterable<string> {
  const held = new Uint8Array(PART)
  let length = 0
  for (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      const part = piece.subarray(at, at + PART - length)
      held.set(part, length)
      at += part.length
      length += part.length
      if (length < PART) continue
      yield btoa(String.fromCharCode(...held))
      length = 0
    }
  }
  if (length > 0) yield btoa(String.fromCharCode(...held.subarray(0, length)))
}
