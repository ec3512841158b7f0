import assert from "node:assert/strict"
import { test } from "bun:test"
import { natural } from "../../../src/base/std/checks.ts"

test("a whole number from 0 is returned, any other value is undefined", () => {
  for (const value of [0, 1, 3000, 2 ** 53 - 1]) assert.equal(natural(value), value)
  for (const value of [-1, 1.5, NaN, Infinity, 2 ** 53, "12", null, undefined, [], [1], true, 1n]) {
    assert.equal(natural(value), undefined)
  }
})
