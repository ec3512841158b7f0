import { describe, test } from "bun:test"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { findFlaw } from "../../../src/base/std/findFlaw.ts"
import { json } from "../../engine/layers/recordings.ts"

describe("a line before it is parsed", () => {
  test("has a flaw if it is nested deeper than 128 levels", () => {
    assert.equal(findFlaw("[".repeat(128) + "]".repeat(128)), undefined)
    assert.equal(findFlaw("[".repeat(129) + "]".repeat(129))?.reason, "it is nested deeper than 128 levels")
  })

  test("has a flaw at the path where deep nesting starts", () => {
    const bomb = `{"exchanges":[{},{"answer":{"content":${"[".repeat(1_000_000)}`
    assert.deepEqual(findFlaw(bomb)?.path, ["exchanges", 1, "answer", "content"])
  })

  test("has a flaw if an object has a key twice, escaped or not", () => {
    const reason = "the key is written twice"
    assert.deepEqual(findFlaw('{"a":{"b":1,"b":2}}'), { path: ["a", "b"], reason })
    assert.deepEqual(findFlaw('[0,{"a":1,"\\u0061":2}]'), { path: [1, "a"], reason })
    assert.deepEqual(findFlaw('{"\\"":1,"\\"":2}'), { path: ['"'], reason })
  })

  test("may repeat a key in another object, and a value anywhere", () => {
    assert.equal(findFlaw('{"a":{"a":"a"},"b":[{"a":1},{"a":1}]}'), undefined)
    assert.equal(findFlaw('["a","a",{"b":"a","c":"a"}]'), undefined)
  })

  test("may have brackets, commas and quotes in a string", () => {
    assert.equal(findFlaw(JSON.stringify({ a: '[[{",\\', b: '\\"a":', c: "[".repeat(1000) })), undefined)
  })

  test("has no flaw if JSON.stringify wrote it", () => {
    fc.assert(fc.property(json, (value) => assert.equal(findFlaw(JSON.stringify(value)), undefined)))
  })

  test("may be text that is not JSON", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("{", "}", "[", "]", '"', "\\", ",", ":", "a")), (parts) => {
        const flaw = findFlaw(parts.join(""))
        assert.ok(flaw === undefined || flaw.reason === "the key is written twice")
      })
    )
  })
})
