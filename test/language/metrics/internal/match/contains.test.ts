import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import type { Json, JsonObject } from "../../../../../src/base/domain/Json.ts"
import { contains, equals, isContained } from "../../../../../src/language/metrics/internal/match/contains.ts"

const json = fc.jsonValue() as fc.Arbitrary<Json>
const paths = (diffs: ReturnType<typeof equals>) => diffs.map(({ path }) => path)

describe("equals", () => {
  test("differences name what is missing, surplus and different, each at its path", () => {
    assert.deepEqual(equals({ a: 1, b: [1, 2], c: { d: 1 } }, { b: [1], c: { d: 2 }, e: 5 }, "args"), [
      { path: "args.a", expected: 1, reason: "expected 1, got nothing" },
      { path: "args.b[1]", expected: 2, reason: "expected 2, got nothing" },
      { path: "args.c.d", expected: 1, actual: 2, reason: "expected 1, got 2" },
      { path: "args.e", expected: null, actual: 5, reason: "expected nothing, got 5" }
    ])
  })

  test("a list, an object and null are different", () => {
    assert.deepEqual([equals([], {}).length, equals({}, []).length, equals(null, {}).length], [1, 1, 1])
  })

  test("inherited properties are not read", () => {
    assert.equal(equals({}, JSON.parse('{ "__proto__": 1 }')).length, 1)
    assert.equal(contains(JSON.parse('{ "toString": 1 }'), {}).length, 1)
  })
})

describe("contains", () => {
  test("the quick comparison gives the same answer", () => {
    const part = fc.oneof(fc.constantFrom<Json>(null, 0, -0, 1, "1", [], {}), json)
    const object = fc.dictionary(fc.constantFrom("a", "b", "__proto__", "toString"), part)
    const value = fc.oneof(part, object, fc.dictionary(fc.constantFrom("a", "b"), object))
    fc.assert(
      fc.property(value as fc.Arbitrary<Json>, value as fc.Arbitrary<Json>, (expected, actual) => {
        assert.equal(isContained(expected, actual), contains(expected, actual).length === 0)
        assert.equal(isContained(expected, expected), true)
      }),
      { numRuns: 2_000 }
    )
  })

  test("an object contains another by key, and further keys are ignored", () => {
    assert.deepEqual(contains({ a: { b: 1 } }, { a: { b: 1, c: 2 }, d: 3 }), [])
    assert.deepEqual(paths(contains({ a: { b: 1 }, x: 1 }, { a: { b: 2 } })), ["a.b", "x"])
    assert.deepEqual(contains({ a: null }, {}), [{ path: "a", expected: null, reason: "expected null, got nothing" }])
  })

  test("lists are compared as multisets, with a matching in place of a greedy choice", () => {
    assert.deepEqual(contains([{ a: 1 }, { a: 1, b: 2 }], [{ a: 1, b: 2 }, { a: 1 }]), [])
    assert.deepEqual(contains([{}, { a: 1 }], [{ a: 1 }, {}]), [])
    assert.deepEqual(contains({ tags: ["x", "x"] }, { tags: ["x", "y"] }), [
      { path: "tags", expected: "x", actual: ["x", "y"], reason: 'expected an element "x", got ["x","y"]' }
    ])
  })

  test("texts inside a value are compared whole, and a value is not equal to a list of it", () => {
    assert.equal(contains({ city: "Rom" }, { city: "Rome" }).length, 1)
    assert.equal(contains({ tag: "x" }, { tag: ["x"] }).length, 1)
  })
})

describe("laws", () => {
  test("every value equals and contains itself", () => {
    fc.assert(fc.property(json, (value) => assert.deepEqual([equals(value, value), contains(value, value)], [[], []])))
  })

  test("equal values contain each other", () => {
    fc.assert(fc.property(json, json, (a, b) => assert.ok(equals(a, b).length > 0 || contains(a, b).length === 0)))
  })

  test("equality is symmetric, with the same number of differences", () => {
    fc.assert(fc.property(json, json, (a, b) => assert.deepEqual(paths(equals(a, b)), paths(equals(b, a)))))
  })

  test("further recorded keys and elements keep a value contained", () => {
    const object = fc.dictionary(fc.string(), json) as fc.Arbitrary<JsonObject>
    fc.assert(
      fc.property(object, object, fc.array(json), fc.array(json), (a, b, xs, ys) => {
        assert.deepEqual(contains(a, { ...b, ...a }), [])
        assert.deepEqual(contains(xs, [...ys, ...xs.toReversed()]), [])
      })
    )
  })
})
