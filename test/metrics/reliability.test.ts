import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import type { Outcomes } from "../../src/domain/Metric.ts"
import * as Reliability from "../../src/metrics/reliability.ts"

const anyOutcomes = fc
  .array(fc.constantFrom("pass" as const, "fail" as const), { minLength: 1, maxLength: 60 })
  .map((outcomes) => outcomes as unknown as Outcomes)

/** So many passes, then so many fails. */
const passesThenFails = (passes: number, fails: number): Outcomes =>
  Array.from({ length: passes + fails }, (_, i) => (i < passes ? "pass" : "fail")) as unknown as Outcomes

describe("reliability", () => {
  test("pass, pass, pass, fail decays as 100, 100, 100, 31", () => {
    assert.deepEqual(Reliability.measure(["pass", "pass", "pass", "fail"]), {
      runs: 4,
      pass_at_k: 100,
      passhat_k: 31,
      variance_amplification: 87,
      graceful_degradation: 60,
      decay_curve: [100, 100, 100, 31]
    })
  })

  test("an early failure scores 90 where a late one scores 60", () => {
    assert.equal(Reliability.measure(["fail", "pass", "pass", "pass"]).graceful_degradation, 90)
    assert.equal(Reliability.measure(["pass", "pass", "pass", "fail"]).graceful_degradation, 60)
  })

  test("an even split has the largest variance, and equal outcomes none", () => {
    assert.equal(Reliability.measure(["pass", "fail", "pass", "fail"]).variance_amplification, 100)
    assert.equal(Reliability.measure(["pass", "pass", "pass", "pass"]).variance_amplification, 0)
    assert.equal(Reliability.measure(["fail", "fail"]).variance_amplification, 0)
  })

  test("all fail is 0 everywhere", () => {
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

  test("one pass in two is 25, not one below", () => {
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

  test("up to 10,000 runs no other entry comes within 0.0006 of a whole number, so rounding cannot matter", () => {
    for (const fails of [1, 2, 3, 4, 5]) {
      for (let k = Math.max(3, fails + 1); k <= 10_000; k++) {
        const percent = 100 * power((k - fails) / k, k)
        assert.ok(percent < 0.9 || Math.abs(percent - Math.round(percent)) > 0.0006, `${k - fails} of ${k}`)
      }
    }
    assert.ok(100 * power((10_000 - 6) / 10_000, 10_000) < 0.9)
  })

  test("all of 10,000 runs are 100 at every k", () => {
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

  test("the line says k wherever there is one", () => {
    const line = (outcomes: Outcomes) => Reliability.describe(Reliability.measure(outcomes), outcomes)
    assert.match(line(["pass", "pass", "pass", "pass", "pass"]), /pass\^5 100% \(95% interval 5% to 100%\)/)
    assert.equal(
      line(["pass", "pass", "pass", "fail"]),
      "pass@4 100%, pass^4 31% (95% interval 0% to 83%), variance amplification 87%, by run number: graceful degradation 60%, decay 100% to 31%"
    )
  })
})

describe("unbiased chances", () => {
  test("9 of 10 at k = 5 is 0.5, where the plug-in says 0.590", () => {
    const outcomes = passesThenFails(9, 1)
    assert.deepEqual(Reliability.unbiased(outcomes, [5]), { unbiased_pass_at_5: 1, unbiased_pass_hat_5: 0.5 })
    assert.equal(power(0.9, 5).toFixed(3), "0.590")
  })

  test("are undefined for fewer than k runs, never 0 or 1", () => {
    assert.deepEqual(Reliability.unbiased(["pass"], [1, 2]), {
      unbiased_pass_at_1: 1,
      unbiased_pass_hat_1: 1,
      unbiased_pass_at_2: undefined,
      unbiased_pass_hat_2: undefined
    })
  })

  test("at k = 1 are both the pass rate", () => {
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
