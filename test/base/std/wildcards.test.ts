import { test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { matchesWildcards } from "../../../src/base/std/wildcards.ts"

test.each([
  ["refund*", "refund twice", true],
  ["refund*", "a refund", false],
  ["*twice", "refund twice", true],
  ["*f*d*", "refund twice", true],
  ["a?c", "a😀c", true],
  ["a?c", "ac", false],
  ["a.c", "abc", false],
  ["*", "", true],
  ["", "a", false],
  ["a*b*c", "axbxbxc", true],
  ["a*b*c", "axbxbx", false]
])("%s, %s: %p", (pattern, text, isMatch) => assert.equal(matchesWildcards(pattern, text), isMatch))

test("a text matches the pattern that is made by replacing parts of it", () => {
  const text = fc.array(fc.string(), { minLength: 1 })
  fc.assert(
    fc.property(text, (parts) => {
      assert.ok(
        matchesWildcards(
          parts.filter((part) => !/[*?]/.test(part)).join("*"),
          parts.filter((part) => !/[*?]/.test(part)).join(" or ")
        )
      )
    })
  )
})
