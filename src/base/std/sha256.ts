/**
 * SHA-256 of a text or of bytes, in hexadecimal. Every suite computes a few of them when it starts.
 */

/**
 * SHA-256 in plain TypeScript, for runtimes that would have to load their whole crypto module: that takes as long as
 * the rest of a small replay.
 *
 * It runs once or twice per process, too few times to be compiled by the JIT: rotations are written inline, since calls
 * would take longer than all the rest.
 */
export const plainSha256 = (given: string | Uint8Array): string => {
  const blocks = padded(typeof given === "string" ? new TextEncoder().encode(given) : given)
  const state = new Int32Array(initial)
  const schedule = new Int32Array(64)
  for (let at = 0; at < blocks.byteLength; at += 64) {
    for (let i = 0; i < 16; i++) schedule[i] = blocks.getInt32(at + 4 * i)
    expand(schedule)
    compress(state, schedule)
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("")
}

/** The bytes, then a one, zeros up to a whole block, and the length in bits. */
const padded = (bytes: Uint8Array): DataView => {
  const blocks = new Uint8Array((((bytes.length + 8) >> 6) + 1) * 64)
  blocks.set(bytes)
  blocks[bytes.length] = 0x80
  const view = new DataView(blocks.buffer)
  view.setInt32(blocks.length - 8, Math.floor(bytes.length / 0x20000000))
  view.setInt32(blocks.length - 4, bytes.length << 3)
  return view
}

const expand = (w: Int32Array): void => {
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15]!
    const b = w[i - 2]!
    const low = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3)
    const high = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10)
    w[i] = w[i - 16]! + low + w[i - 7]! + high
  }
}

const compress = (state: Int32Array, w: Int32Array): void => {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i++) {
    const high = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const low = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const one = h + high + ((e & f) ^ (~e & g)) + constants[i]! + w[i]!
    const two = low + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = state[i]! + word
}

/** Fractions of the square roots of the first primes. */
const initial = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]

/** Fractions of the cube roots of the first primes. */
const constants = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
]

export const sha256 = (given: string | Uint8Array): string =>
  Bun === undefined
    ? plainSha256(given)
    : Bun.SHA256.hash(typeof given === "string" ? new TextEncoder().encode(given) : given, "hex")

/** Only Bun has SHA-256 without loading a module. */
const { Bun } = globalThis as {
  readonly Bun?: { readonly SHA256: { readonly hash: (bytes: Uint8Array, encoding: "hex") => string } }
}
