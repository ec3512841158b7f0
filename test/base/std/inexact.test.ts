import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import type { Json } from "../../../src/base/domain/Json.ts"
import { holdsInexact, isInexact, isLeftOpen } from "../../../src/base/std/inexact.ts"

const big = 2 ** 53

describe("inexact numbers", () => {
  test("are integers from 2^53 on, NaN and infinities", () => {
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

  test("include any integer that JSON.parse reads as another one", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (integer) => {
        const read: number = JSON.parse(String(integer))
        assert.ok(BigInt(read) === integer || isInexact(read))
      })
    )
  })
})

describe("the verdict of a schema on an inexact number", () => {
  test("is unknown if the schema compares it with an inexact number, with multiples or with other items", () => {
    for (const schema of [{ const: big }, { enum: [1, big] }, { items: { maximum: big } }]) {
      assert.equal(isLeftOpen(schema, [big]), true)
    }
    assert.equal(isLeftOpen({ items: { multipleOf: 2 } }, [big]), true)
    assert.equal(isLeftOpen({ uniqueItems: true }, [big, big]), true)
  })

  test("is certain if the schema checks only its type or its order to an exact number", () => {
    for (const schema of [true, {}, { type: "integer" }, { const: 5 }, { minimum: 5 }]) {
      assert.equal(isLeftOpen(schema, big), false)
    }
  })

  test("is certain if no recorded number is inexact", () => {
    for (const schema of [{ const: big }, { multipleOf: 2 }, { uniqueItems: true }]) {
      assert.equal(isLeftOpen(schema, [1, 2]), false)
    }
  })

  test("is unknown for a value that is not JSON", () => {
    for (const value of [NaN, Infinity]) assert.equal(isLeftOpen({ minimum: 5 }, { n: value }), true)
  })
})
