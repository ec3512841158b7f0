import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import type { Outcomes } from "../../../src/base/domain/verdict/Metric.ts"
import * as Reliability from "../../../src/language/metrics/reliability.ts"

const anyOutcomes = fc
  .array(fc.constantFrom("pass" as const, "fail" as const), { minLength: 1, maxLength: 60 })
  .map((outcomes) => outcomes as unknown as Outcomes)

/** So many passes, then so many fails. */
const passesThenFails = (passes: number, fails: number): Outcomes =>
  Array.from({ length: passes + fails }, (_, i) => (i < passes ? "pass" : "fail")) as unknown as Outcomes

describe("reliability", () => {
  test("the decay curve of pass, pass, pass, fail is 100, 100, 100, 31", () => {
    assert.deepEqual(Reliability.measure(["pass", "pass", "pass", "fail"]), {
      runs: 4,
      pass_at_k: 100,
      passhat_k: 31,
      variance_amplification: 87,
      graceful_degradation: 60,
      decay_curve: [100, 100, 100, 31]
    })
  })

  test("graceful degradation is 90 with an early failure and 60 with a late one", () => {
    assert.equal(Reliability.measure(["fail", "pass", "pass", "pass"]).graceful_degradation, 90)
    assert.equal(Reliability.measure(["pass", "pass", "pass", "fail"]).graceful_degradation, 60)
  })

  test("variance amplification is 100 for an even split and 0 for equal outcomes", () => {
    assert.equal(Reliability.measure(["pass", "fail", "pass", "fail"]).variance_amplification, 100)
    assert.equal(Reliability.measure(["pass", "pass", "pass", "pass"]).variance_amplification, 0)
    assert.equal(Reliability.measure(["fail", "fail"]).variance_amplification, 0)
  })

  test("all percents are 0 if all runs fail", () => {
    assert.deepEqual(Reliability.measure(["fail", "fail"]), {
      runs: 2,
      pass_at_k: 0,
      passhat_k: 0,
      variance_amplification: 0,
      graceful_degradation: 0,
      decay_curve: [0, 0]
    })
  })

  test("one pass is enough for pass@k and not for pass^k", () => {
    const { pass_at_k, passhat_k } = Reliability.measure(["fail", "fail", "pass"])
    assert.deepEqual([pass_at_k, passhat_k], [100, 3])
  })

  test("one pass in two gives exactly 25", () => {
    assert.deepEqual(Reliability.measure(["fail", "pass"]).decay_curve, [0, 25])
  })

  test("every entry up to 80 runs is the exact percent, truncated", () => {
    for (let k = 1; k <= 80; k++) {
      for (let c = 0; c <= k; c++) {
        const exact = (100n * BigInt(c) ** BigInt(k)) / BigInt(k) ** BigInt(k)
        assert.equal(Reliability.measure(passesThenFails(c, k - c)).passhat_k, Number(exact), `${c} of ${k}`)
      }
    }
  })

  test("up to 10,000 runs no other entry is within 0.0006 of a whole number", () => {
    for (const fails of [1, 2, 3, 4, 5]) {
      for (let k = Math.max(3, fails + 1); k <= 10_000; k++) {
        const percent = 100 * power((k - fails) / k, k)
        assert.ok(percent < 0.9 || Math.abs(percent - Math.round(percent)) > 0.0006, `${k - fails} of ${k}`)
      }
    }
    assert.ok(100 * power((10_000 - 6) / 10_000, 10_000) < 0.9)
  })

  test("10,000 passes give 100 at every k", () => {
    const { decay_curve, graceful_degradation } = Reliability.measure(passesThenFails(10_000, 0))
    assert.equal(graceful_degradation, 100)
    assert.ok(decay_curve.length === 10_000 && decay_curve.every((percent) => percent === 100))
  })

  test("every percent is a whole number from 0 to 100, and the curve ends in passhat_k", () => {
    fc.assert(
      fc.property(anyOutcomes, (outcomes) => {
        const { decay_curve, runs, ...percents } = Reliability.measure(outcomes)
        assert.ok(
          [...Object.values(percents), ...decay_curve].every((x = NaN) => Number.isInteger(x) && x >= 0 && x <= 100)
        )
        assert.equal(decay_curve.length, runs)
        assert.equal(decay_curve.at(-1), percents.passhat_k)
      })
    )
  })

  test("describe names k, the interval of pass^k, and what depends on the order of runs", () => {
    const line = (outcomes: Outcomes) => Reliability.describe(Reliability.measure(outcomes), outcomes)
    assert.match(line(["pass", "pass", "pass", "pass", "pass"]), /pass\^5 100% \(95% interval 5% to 100%\)/)
    assert.equal(
      line(["pass", "pass", "pass", "fail"]),
      "pass@4 100%, pass^4 31% (95% interval 0% to 83%), variance amplification 87%, by run number: graceful degradation 60%, decay 100% to 31%"
    )
  })
})

describe("unbiased chances", () => {
  test("9 passes of 10 at k = 5 give 0.5, while the plug-in estimate is 0.590", () => {
    const outcomes = passesThenFails(9, 1)
    assert.deepEqual(Reliability.unbiased(outcomes, [5]), { unbiased_pass_at_5: 1, unbiased_pass_hat_5: 0.5 })
    assert.equal(power(0.9, 5).toFixed(3), "0.590")
  })

  test("the estimates are undefined for fewer than k runs", () => {
    assert.deepEqual(Reliability.unbiased(["pass"], [1, 2]), {
      unbiased_pass_at_1: 1,
      unbiased_pass_hat_1: 1,
      unbiased_pass_at_2: undefined,
      unbiased_pass_hat_2: undefined
    })
  })

  test("both estimates are the pass rate at k = 1", () => {
    fc.assert(
      fc.property(anyOutcomes, (outcomes) => {
        const rate = outcomes.filter((outcome) => outcome === "pass").length / outcomes.length
        const { unbiased_pass_at_1 = NaN, unbiased_pass_hat_1 = NaN } = Reliability.unbiased(outcomes, [1])
        assert.ok(Math.abs(unbiased_pass_at_1 - rate) < 1e-12 && Math.abs(unbiased_pass_hat_1 - rate) < 1e-12)
      })
    )
  })
})

const power = (base: number, exponent: number): number =>
  exponent === 0 ? 1 : power(base * base, Math.floor(exponent / 2)) * (exponent % 2 === 0 ? 1 : base)
