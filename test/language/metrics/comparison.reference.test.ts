/**
 * The arithmetic of comparisons equals scipy and statsmodels to 1e-9, and published values to their printed digits.
 * comparison.reference.py made the values of scipy and statsmodels.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { fisherExact, type Passes, mcnemar } from "../../../src/language/metrics/stats/exactTests.ts"
import { holm } from "../../../src/language/metrics/stats/holm.ts"
import { newcombe } from "../../../src/language/metrics/stats/intervals.ts"
import { type KindCounts, permutationTest } from "../../../src/language/metrics/internal/comparison/permutation.ts"
import reference from "./comparison.reference.json" with { type: "json" }

const near = (actual: number | undefined, expected: number, what: unknown): void =>
  assert.ok(actual !== undefined && Math.abs(actual - expected) <= 1e-9, `${JSON.stringify(what)}: ${actual}`)

const sample = ([passes = 0, runs = 0]: ReadonlyArray<number>): Passes => ({ passes, runs })

const countsOf = (kinds: number, baseline: ReadonlyArray<number>, candidate: ReadonlyArray<number>): KindCounts =>
  Array.from({ length: kinds }, (_, kind) => [
    baseline.filter((one) => one === kind).length,
    candidate.filter((one) => one === kind).length
  ])

describe("scipy and statsmodels", () => {
  test("there are values to compare with", () => {
    const { fisher, holm: adjusted, mcnemar: pairs, newcombe: intervals, permutation } = reference
    assert.deepEqual(
      [intervals, pairs, fisher, adjusted, permutation].map((all) => all.length),
      [60, 60, 60, 20, 16]
    )
  })

  test("Newcombe's interval", () => {
    for (const one of reference.newcombe) {
      const interval = newcombe(sample(one.baseline), sample(one.candidate), one.confidence)
      near(interval?.low, one.low, one)
      near(interval?.high, one.high, one)
    }
  })

  test("McNemar's exact test", () => {
    for (const one of reference.mcnemar) {
      const found = mcnemar(one.lost, one.won)
      near(found?.two_sided, one.two_sided, one)
      near(found?.fewer, one.fewer, one)
      near(found?.more, one.more, one)
    }
  })

  test("Fisher's exact test", () => {
    for (const one of reference.fisher) {
      const found = fisherExact(sample(one.baseline), sample(one.candidate))
      near(found?.fewer, one.fewer, one)
      near(found?.more, one.more, one)
    }
  })

  test("Holm's correction", () => {
    for (const { adjusted, ps } of reference.holm) {
      const found = holm(ps)
      assert.equal(found.length, ps.length)
      for (const [at, p] of adjusted.entries()) near(found[at], p, ps)
    }
  })

  test("the permutation test over all splits", () => {
    for (const { baseline, candidate, distance, p } of reference.permutation) {
      const found = permutationTest(countsOf(distance.length, baseline, candidate), (a, b) => distance[a]![b]!)
      assert.equal(found.sampled, undefined)
      near(found.p, p, { baseline, candidate })
    }
  })

  test("the seeded sample of splits comes near to all of them", () => {
    for (const { baseline, candidate, distance, p } of reference.permutation) {
      const counts = countsOf(distance.length, baseline, candidate)
      const found = permutationTest(counts, (a, b) => distance[a]![b]!, 0)
      assert.equal(found.sampled, 9_999)
      // Four standard errors, and the split that was found.
      assert.ok(Math.abs(found.p - p) <= 4 * Math.sqrt((p * (1 - p)) / 9_999) + 1e-4, `${found.p} for ${p}`)
    }
  })
})

describe("published values", () => {
  /** Newcombe 1998, Interval estimation for the difference between independent proportions, method 10, as the tests of R's propint have it. */
  test.each([
    [56, 70, 48, 80, "0.0524", "0.3339"],
    [9, 10, 3, 10, "0.1705", "0.8090"]
  ] as const)("Newcombe: %i/%i and %i/%i", (a, m, b, n, low, high) => {
    const interval = newcombe({ passes: b, runs: n }, { passes: a, runs: m }, 0.95)
    assert.deepEqual([interval?.low.toFixed(4), interval?.high.toFixed(4)], [low, high])
  })

  /** Fagerland, Lydersen and Laake, Statistical Analysis of Contingency Tables, chapter 8, as the tests of R's contingencytables have it. */
  test("McNemar: Cavo 2012, 6 and 16 pairs that differ", () => {
    assert.equal(mcnemar(6, 16)?.two_sided.toFixed(6), "0.052479")
  })

  test("Fisher: three cups of four told apart, the example of fisher.test in R's documentation", () => {
    assert.equal(fisherExact({ passes: 3, runs: 4 }, { passes: 1, runs: 4 })?.fewer.toFixed(4), "0.2429")
  })

  test("two kinds of runs make the permutation test Fisher's", () => {
    const counts: KindCounts = [
      [4, 0],
      [0, 4]
    ]
    assert.equal(permutationTest(counts, (a, b) => Math.abs(a - b)).p, 2 / 70)
  })
})

describe("what is no sample has no p", () => {
  test("counts that are not whole, negative, or more passes than runs", () => {
    assert.equal(mcnemar(-1, 2), undefined)
    assert.equal(mcnemar(0.5, 2), undefined)
    assert.equal(fisherExact({ passes: 3, runs: 2 }, { passes: 0, runs: 2 }), undefined)
    assert.equal(fisherExact({ passes: 0, runs: 0 }, { passes: 0, runs: 2 }), undefined)
    assert.equal(newcombe({ passes: 0, runs: 0 }, { passes: 0, runs: 2 }, 0.95), undefined)
    assert.equal(newcombe({ passes: 1, runs: 2 }, { passes: 0, runs: 2 }, 95), undefined)
    assert.ok(holm([0.1, Number.NaN]).every(Number.isNaN))
    assert.deepEqual(holm([]), [])
  })
})
