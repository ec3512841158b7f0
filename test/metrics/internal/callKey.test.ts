import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import type { JsonObject } from "../../../src/domain/Json.ts"
import { callKey, callKeys, toolKey } from "../../../src/metrics/internal/callKey.ts"
import { call } from "../../traces.ts"

describe("callKey", () => {
  test("is the same for the same server, name and arguments in any order", () => {
    assert.equal(callKey(call("a", { x: 1, y: 2 })), callKey(call("a", { y: 2, x: 1 })))
    assert.notEqual(callKey(call("a", { x: 1 })), callKey(call("a", { x: null })))
    assert.notEqual(callKey(call("a", { x: null })), callKey(call("a")))
    assert.notEqual(callKey(call("a", {}, "s")), callKey(call("a", {}, "t")))
  })

  test("where a server ends and a name begins makes a difference", () => {
    assert.notEqual(toolKey(call("c", {}, "a,b")), toolKey(call("b,c", {}, "a")))
    assert.notEqual(toolKey(call('b"', {}, "a")), toolKey(call("b", {}, 'a"')))
  })

  test("toolKey does not look at the arguments", () => {
    assert.equal(toolKey(call("a", { x: 1 })), toolKey(call("a", { x: 2 })))
  })

  test("many keys at once are the same keys", () => {
    const args = fc.dictionary(fc.constantFrom("x", "y", "z"), fc.jsonValue()) as fc.Arbitrary<JsonObject>
    fc.assert(
      fc.property(fc.array(args), (many) => {
        const key = callKeys()
        for (const one of [...many, ...many]) assert.equal(key(call("a", one)), callKey(call("a", one)))
      })
    )
  })
})
