import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import { passAtK, passHatK } from "../../../src/language/metrics/passAtK.ts"

const close = (actual: number | undefined, expected: number) => assert.ok(Math.abs(actual! - expected) < 1e-12)

/** C(n, k), exactly. */
const choose = (n: number, k: number): bigint => {
  let ways = 1n
  for (let i = 0; i < k; i++) ways = (ways * BigInt(n - i)) / BigInt(i + 1)
  return n < k ? 0n : ways
}

const sample = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.nat(), fc.nat())
  .map(([n, c, k]) => ({ n, c: c % (n + 1), k: 1 + (k % n) }))

describe("pass@k and pass^k", () => {
  test("nine passes of ten at k = 5 give pass^5 of one half", () => {
    assert.equal(passHatK(10, 9, 5), 0.5)
    assert.equal(passAtK(10, 9, 5), 1)
  })

  test("with a single failure pass^k is the share of draws without it", () => {
    for (let n = 2; n <= 60; n++) {
      for (let k = 1; k < n; k++) assert.equal(passHatK(n, n - 1, k), (n - k) / n)
    }
  })

  test("both chances are the pass rate at k = 1", () => {
    assert.equal(passHatK(3, 2, 1), 2 / 3)
    close(passAtK(3, 2, 1), 2 / 3)
  })

  test("all passes give exactly 1, and no passes exactly 0", () => {
    for (const k of [1, 7, 5_000]) {
      assert.deepEqual([passHatK(5_000, 5_000, k), passAtK(5_000, 5_000, k)], [1, 1])
      assert.deepEqual([passHatK(5_000, 0, k), passAtK(5_000, 0, k)], [0, 0])
    }
  })

  test("thousands of runs do not overflow or underflow", () => {
    close(passHatK(5_000, 4_999, 2_500), 0.5)
    close(passAtK(5_000, 1, 2_500), 0.5)
    assert.ok(passHatK(9_000, 4_500, 4_000)! >= 0)
  })

  test("the chances are undefined if k runs cannot be drawn from n with c passes", () => {
    const impossible: ReadonlyArray<readonly [number, number, number]> = [
      [3, 3, 5],
      [3, 2, 0],
      [0, 0, 1],
      [3, 4, 1],
      [3, -1, 1],
      [3, 2, 1.5],
      [NaN, 1, 1],
      [3, NaN, 1],
      [Infinity, 1, 1]
    ]
    for (const [n, c, k] of impossible) {
      assert.equal(passHatK(n, c, k), undefined)
      assert.equal(passAtK(n, c, k), undefined)
    }
  })

  test("the chances are ratios of binomial coefficients", () => {
    fc.assert(
      fc.property(sample, ({ c, k, n }) => {
        close(passHatK(n, c, k), Number(choose(c, k)) / Number(choose(n, k)))
        close(passAtK(n, c, k), 1 - Number(choose(n - c, k)) / Number(choose(n, k)))
      })
    )
  })

  test("the chances are in 0..1, and pass^k never exceeds pass@k", () => {
    fc.assert(
      fc.property(sample, ({ c, k, n }) => {
        const [all, any] = [passHatK(n, c, k)!, passAtK(n, c, k)!]
        assert.ok(all >= 0 && all <= any + 1e-12 && any <= 1)
      })
    )
  })
})
