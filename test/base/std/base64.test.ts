import { test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { base64 } from "../../../src/base/std/base64.ts"

test("the text is that of all bytes together, however they are cut", () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 5 }),
    fc.nat(30_000).map((length) => new Uint8Array(length).fill(length))
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 5 }), (pieces) =>
      assert.equal([...base64(pieces)].join(""), Buffer.concat(pieces).toString("base64"))
    )
  )
})
