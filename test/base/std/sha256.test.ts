import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import * as fc from "fast-check"
import { plainSha256, sha256 } from "../../../src/base/std/sha256.ts"

const reference = (text: string): string => createHash("sha256").update(text).digest("hex")

describe.each([
  ["the one at hand", sha256],
  ["the one that is written out", plainSha256]
])("%s", (_, hash) => {
  test("the examples of the standard", () => {
    assert.equal(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    assert.equal(hash(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  })

  test("texts of every length around a block are hashed as the runtime hashes them", () => {
    for (let length = 0; length < 200; length++) {
      const text = "x".repeat(length)
      assert.equal(hash(text), reference(text), `length ${length}`)
    }
  })

  test("any text is hashed as the runtime hashes it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 500 }), (text) => {
        assert.equal(hash(text), reference(text))
      })
    )
  })
})
