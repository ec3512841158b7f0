import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import type { Json, JsonObject } from "../../../../src/base/domain/Json.ts"
import { callKey, callKeys, countDistinct, toolKey } from "../../../../src/base/domain/trace/callKey.ts"
import { call } from "../../../traces.ts"

describe("callKey", () => {
  test("is the same for the same server, name and arguments in any order", () => {
    assert.equal(callKey(call("a", { x: 1, y: 2 })), callKey(call("a", { y: 2, x: 1 })))
    assert.notEqual(callKey(call("a", { x: 1 })), callKey(call("a", { x: null })))
    assert.notEqual(callKey(call("a", { x: null })), callKey(call("a")))
    assert.notEqual(callKey(call("a", {}, "s")), callKey(call("a", {}, "t")))
  })

  test("differs if the same text is split differently into server and name", () => {
    assert.notEqual(toolKey(call("c", {}, "a,b")), toolKey(call("b,c", {}, "a")))
    assert.notEqual(toolKey(call('b"', {}, "a")), toolKey(call("b", {}, 'a"')))
  })

  test("toolKey does not depend on the arguments", () => {
    assert.equal(toolKey(call("a", { x: 1 })), toolKey(call("a", { x: 2 })))
  })

  test("differs for NaN or Infinity and null, in any order", () => {
    for (const values of [
      [null, Infinity, null],
      [NaN, null, NaN]
    ]) {
      const key = callKeys()
      const keys = values.map((x) => key(call("a", { x })))
      assert.notEqual(keys[0], keys[1])
      assert.equal(keys[0], keys[2])
      assert.deepEqual(
        keys,
        values.map((x) => callKey(call("a", { x })))
      )
    }
  })

  test("callKeys gives the same keys as callKey", () => {
    const values = fc.oneof(fc.jsonValue(), fc.constantFrom(NaN, Infinity, 2 ** 53))
    const args = fc.dictionary(fc.constantFrom("x", "y", "z"), values) as fc.Arbitrary<JsonObject>
    fc.assert(
      fc.property(fc.array(args), (many) => {
        const key = callKeys()
        for (const one of [...many, ...many]) assert.equal(key(call("a", one)), callKey(call("a", one)))
      })
    )
  })
})

describe("countDistinct", () => {
  const distinct = (...values: ReadonlyArray<Json>) => countDistinct(values.map((x) => call("a", { x })))

  test("counts calls that are not repeats", () => {
    assert.equal(distinct(), 0)
    assert.equal(distinct(1, 2, 1), 2)
    assert.equal(distinct({ a: 1, b: 2 }, { b: 2, a: 1 }), 1)
  })

  test("is undefined if a repeated call contains an integer beyond 2^53", () => {
    assert.equal(distinct(2 ** 53, 2 ** 53), undefined)
    assert.equal(distinct(1, [{ y: 2 ** 53 }], 1, [{ y: 2 ** 53 }]), undefined)
    assert.equal(distinct(NaN, Infinity), undefined)
  })

  test("is defined if no number beyond 2^53 is repeated", () => {
    assert.equal(distinct(2 ** 53, 2 ** 53 + 2, 5, 5), 3)
    assert.equal(distinct(Infinity, null, null), 2)
  })

  test("compares the keys of a given function", () => {
    assert.equal(
      countDistinct([call("a"), call("b")], () => "one"),
      1
    )
  })
})
