/**
 * XXH32 of bytes: fast in plain JavaScript, with no module to load, and the same on every runtime. It finds damage, and keeps nobody
 * from computing it again.
 */
const [P1, P2, P3, P4, P5] = [-1640531535, -2048144777, -1028477379, 668265263, 374761393] as const

/** A signed integer of 32 bits. The seed is one as well. */
export const xxHash32 = (bytes: Uint8Array, seed: number): number => {
  const { length } = bytes
  const view = new DataView(bytes.buffer, bytes.byteOffset, length)
  let at = 0
  let hash = (seed + P5) | 0
  if (length >= 16) {
    let a = (seed + P1 + P2) | 0
    let b = (seed + P2) | 0
    let c = seed | 0
    let d = (seed - P1) | 0
    for (const last = length - 16; at <= last; at += 16) {
      a = (a + Math.imul(view.getInt32(at, true), P2)) | 0
      b = (b + Math.imul(view.getInt32(at + 4, true), P2)) | 0
      c = (c + Math.imul(view.getInt32(at + 8, true), P2)) | 0
      d = (d + Math.imul(view.getInt32(at + 12, true), P2)) | 0
      a = Math.imul((a << 13) | (a >>> 19), P1)
      b = Math.imul((b << 13) | (b >>> 19), P1)
      c = Math.imul((c << 13) | (c >>> 19), P1)
      d = Math.imul((d << 13) | (d >>> 19), P1)
    }
    hash = (rotated(a, 1) + rotated(b, 7) + rotated(c, 12) + rotated(d, 18)) | 0
  }
  hash = (hash + length) | 0
  for (; at + 4 <= length; at += 4) {
    hash = Math.imul(rotated((hash + Math.imul(view.getInt32(at, true), P3)) | 0, 17), P4)
  }
  for (; at < length; at++) hash = Math.imul(rotated((hash + Math.imul(bytes[at]!, P5)) | 0, 11), P1)
  hash = Math.imul(hash ^ (hash >>> 15), P2)
  hash = Math.imul(hash ^ (hash >>> 13), P3)
  return hash ^ (hash >>> 16)
}

const rotated = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits))
