/**
 * Finds what repeats in bytes: literals, and matches that copy what was there before.
 *
 * A symbol below 256 is a literal; any other is a match, its length shifted by 16 bits and its distance.
 */

const [SHORTEST, LONGEST, FARTHEST] = [3, 258, 32_768]
/** Earlier places that are tried for each match, and the length of a match that is good enough. */
const [TRIES, GOOD] = [48, 128]
const HASH_BITS = 15

/** The symbols of the bytes from `from` on; those before it can be copied from. */
export const matchesIn = (data: Uint8Array, from: number): Uint32Array => {
  const symbols = new Uint32Array(data.length - from)
  const heads = new Int32Array(1 << HASH_BITS).fill(-1)
  const before = new Int32Array(data.length)
  let count = 0
  let known = 0

  const learn = (end: number): void => {
    for (const last = Math.min(end, data.length - SHORTEST + 1); known < last; known++) {
      const hash = hashAt(data, known)
      before[known] = heads[hash]!
      heads[hash] = known
    }
  }

  /** The longest match at a place, as a symbol; 0 if there is none. */
  const matchAt = (at: number): number => {
    const most = Math.min(LONGEST, data.length - at)
    if (most < SHORTEST) return 0
    learn(at)
    let [length, distance] = [SHORTEST - 1, 0]
    let place = heads[hashAt(data, at)]!
    for (let tries = TRIES; place >= 0 && at - place <= FARTHEST && tries > 0; tries--) {
      if (data[place + length] === data[at + length]) {
        let same = 0
        while (same < most && data[place + same] === data[at + same]) same++
        if (same > length) {
          length = same
          distance = at - place
          if (length >= GOOD || length === most) break
        }
      }
      place = before[place]!
    }
    return distance === 0 ? 0 : (length << 16) | distance
  }

  learn(from)
  let next = matchAt(from)
  for (let at = from; at < data.length;) {
    const match = next
    const length = match >>> 16
    if (length < GOOD) {
      // A literal first is better, if a longer match begins right after it.
      next = at + 1 < data.length ? matchAt(at + 1) : 0
      if (match === 0 || next >>> 16 > length) {
        symbols[count++] = data[at++]!
        continue
      }
    }
    symbols[count++] = match
    at += length
    next = at < data.length ? matchAt(at) : 0
  }
  return symbols.subarray(0, count)
}

const hashAt = (data: Uint8Array, at: number): number =>
  Math.imul((data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!, 0x9e_37_79_b1) >>> (32 - HASH_BITS)
