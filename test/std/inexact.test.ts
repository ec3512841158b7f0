import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import type { Json } from "../../src/domain/Json.ts"
import { holdsInexact, isInexact, isLeftOpen } from "../../src/std/inexact.ts"

const big = 2 ** 53

describe("inexact numbers", () => {
  test("are those that JSON.parse cannot tell from their neighbours, and what is no number at all", () => {
    assert.equal(JSON.parse("9007199254740993"), JSON.parse("9007199254740992"))
    for (const x of [big, -big, big + 2, 1e21, 1e300, Infinity, -Infinity, NaN]) assert.equal(isInexact(x), true)
    for (const x of [0, -0, 1, -1, 0.1, 1e-300, big - 1, 1 - big]) assert.equal(isInexact(x), false)
  })

  test("are found at any depth", () => {
    const values: ReadonlyArray<Json> = [big, [1, [big]], { a: { b: [0, { c: -big }] } }, [null, big]]
    for (const value of values) assert.equal(holdsInexact(value), true)
    const exact: ReadonlyArray<Json> = [null, true, "9007199254740993", [], {}, { a: [1, "x", null, { b: 2.5 }] }]
    for (const value of exact) assert.equal(holdsInexact(value), false)
  })

  test("any integer that reads as another one is inexact", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (integer) => {
        const read: number = JSON.parse(String(integer))
        assert.ok(BigInt(read) === integer || isInexact(read))
      })
    )
  })
})

describe("what a schema says of an inexact number", () => {
  test("is left open where the schema compares with another one, with multiples, or one with the next", () => {
    for (const schema of [{ const: big }, { enum: [1, big] }, { items: { maximum: big } }]) {
      assert.equal(isLeftOpen(schema, [big]), true)
    }
    assert.equal(isLeftOpen({ items: { multipleOf: 2 } }, [big]), true)
    assert.equal(isLeftOpen({ uniqueItems: true }, [big, big]), true)
  })

  test("is certain where only its type or its side of an exact number counts", () => {
    for (const schema of [true, {}, { type: "integer" }, { const: 5 }, { minimum: 5 }]) {
      assert.equal(isLeftOpen(schema, big), false)
    }
  })

  test("is certain where nothing inexact was recorded", () => {
    for (const schema of [{ const: big }, { multipleOf: 2 }, { uniqueItems: true }]) {
      assert.equal(isLeftOpen(schema, [1, 2]), false)
    }
  })

  test("is left open for what is no JSON", () => {
    for (const value of [NaN, Infinity]) assert.equal(isLeftOpen({ minimum: 5 }, { n: value }), true)
  })
})
