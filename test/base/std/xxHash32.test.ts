import { test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { xxHash32 } from "../../../src/base/std/xxHash32.ts"

const hashOf = (text: string, seed = 0): string =>
  (xxHash32(new TextEncoder().encode(text), seed) >>> 0).toString(16).padStart(8, "0")

test("XXH32 has the published values", () => {
  assert.equal(hashOf(""), "02cc5d05")
  assert.equal(hashOf("a"), "550d7456")
  assert.equal(hashOf("abc"), "32d153ff")
  assert.equal(hashOf("Nobody inspects the spammish repetition"), "e2293b2f")
})

test("XXH32 is that of Bun for any bytes, wherever they are in memory, and any seed", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(7), fc.integer(), (bytes, from, seed) => {
      const part = bytes.subarray(from)
      assert.equal(xxHash32(part, seed) >>> 0, Bun.hash.xxHash32(part, seed >>> 0))
    })
  )
})
