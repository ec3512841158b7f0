import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { differences, isSame } from "../../../src/base/std/differences.ts"
import type { Json } from "../../../src/base/domain/Json.ts"

describe("differences", () => {
  test("returns each path, and distinguishes absent from null", () => {
    const before = { city: "Davis", days: [1, 2, 3], units: null }
    const after = { city: "Sacramento", days: [1, 9], "a.b": true }
    assert.deepEqual(differences(before, after), [
      { path: '["a.b"]', after: true },
      { path: "city", before: "Davis", after: "Sacramento" },
      { path: "days[1]", before: 2, after: 9 },
      { path: "days[2]", before: 3 },
      { path: "units", before: null }
    ])
  })

  test("compares a key named __proto__ like any other", () => {
    assert.deepEqual(differences(JSON.parse('{"__proto__":1}'), {}), [{ path: "__proto__", before: 1 }])
  })

  const json = fc.jsonValue() as fc.Arbitrary<Json>

  test("returns none for equal values, in any order of keys", () => {
    fc.assert(
      fc.property(json, (value) => {
        const copy = JSON.parse(JSON.stringify(value), (_, one) =>
          typeof one === "object" && one !== null && !Array.isArray(one)
            ? Object.fromEntries(Object.entries(one).toReversed())
            : one
        )
        assert.deepEqual(differences(JSON.parse(JSON.stringify(value)), copy), [])
        assert.ok(isSame(JSON.parse(JSON.stringify(value)), copy))
      })
    )
  })

  test("returns at least one for any two different values", () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const equal = Bun.deepEquals(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)), true)
        assert.equal(differences(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b))).length === 0, equal)
        assert.equal(isSame(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b))), equal)
      })
    )
  })
})
