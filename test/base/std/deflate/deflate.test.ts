import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { inflateRawSync } from "node:zlib"
import * as fc from "fast-check"
import { codeLengths } from "../../../../src/base/std/deflate/codeLengths.ts"
import { deflate } from "../../../../src/base/std/deflate/deflate.ts"

const compressed = (...pieces: ReadonlyArray<Uint8Array>): Buffer => Buffer.concat([...deflate(pieces)])

/** Bytes that no run of the test changes: a generator of Park and Miller. */
const noise = (length: number, values: number): Uint8Array => {
  let seed = 42
  return Uint8Array.from({ length }, () => (seed = (seed * 48_271) % 0x7f_ff_ff_ff) % values)
}

const isReadBack = (bytes: Uint8Array): void =>
  assert.equal(Buffer.compare(inflateRawSync(compressed(bytes)), bytes), 0)

describe("deflate", () => {
  test("whatever is compressed is read back by zlib", () => {
    const repetitive = fc
      .array(fc.tuple(fc.uint8Array({ maxLength: 12 }), fc.integer({ min: 1, max: 300 })), { maxLength: 30 })
      .map((parts) =>
        Uint8Array.from(parts.flatMap(([part, times]) => Array.from({ length: times }, () => [...part]).flat()))
      )
    fc.assert(fc.property(fc.oneof(fc.uint8Array({ maxLength: 2_000 }), repetitive), isReadBack), { numRuns: 300 })
  })

  test.each([0, 1, 2, 3, 257, 258, 259, 32_769, 262_143, 262_144, 262_145])(
    "%d bytes of each kind are read back",
    (length) => {
      for (const values of [1, 2, 7, 256]) isReadBack(noise(length, values))
    }
  )

  test("a match may begin as far back as a reader keeps, and no further", () => {
    for (const gap of [32_500, 32_767, 32_768, 32_769, 33_000]) {
      const start = new TextEncoder().encode("the beginning that comes again")
      isReadBack(Uint8Array.from([...start, ...noise(gap - start.length, 256), ...start]))
    }
  })

  test("no code is longer than its limit, and the codes use all of the space", () => {
    const counts = fc.array(fc.oneof(fc.nat(3), fc.nat(1_000_000)), { minLength: 2, maxLength: 120 })
    const powers = Array.from({ length: 24 }, (_, at) => 2 ** at)
    fc.assert(
      fc.property(counts, fc.constantFrom(7, 15), (some, limit) => {
        const lengths = codeLengths(some, limit).filter((length) => length > 0)
        assert.ok(lengths.every((length) => length <= limit))
        assert.equal(
          lengths.reduce((sum, length) => sum + 2 ** -length, 0),
          1
        )
      }),
      {
        examples: [
          [powers, 15],
          [powers, 7],
          [[0, 0, 5], 7]
        ]
      }
    )
  })

  test("the result does not depend on how the bytes are cut", () => {
    const bytes = noise(700_000, 11)
    const whole = compressed(bytes)
    const pieces = Array.from({ length: 700 }, (_, at) => bytes.subarray(at * 1_000, (at + 1) * 1_000))
    assert.equal(Buffer.compare(compressed(...pieces), whole), 0)
  })

  test("every runtime gives these bytes", () => {
    const text = new TextEncoder().encode(`${"What is the weather in Sacramento? ".repeat(40)}31 degrees, and sunny.`)
    const hash = createHash("sha256")
      .update(compressed(text, noise(90_000, 64)))
      .digest("hex")
    assert.equal(hash, "e48e7c987d171fc559e58961bdac7d30937954bc202140829ab95a9abafc71b9")
  })
})
