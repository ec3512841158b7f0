import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { meetsFloor } from "../../../src/language/metrics/passRate.ts"
import { type Spec, stopRule } from "../../../src/language/metrics/stopping.ts"
import { chances, decisionAfter, simulate } from "./stopping.ts"

const specs: fc.Arbitrary<Spec> = fc.record({
  at_least: fc.oneof(fc.constantFrom(0.5, 0.8, 0.9, 0.95), fc.double({ min: 0.02, max: 0.98, noNaN: true })),
  confidence: fc.constantFrom(0.5, 0.8, 0.9, 0.95, 0.99),
  stop_early: fc.constantFrom("betting", "certain")
})
const samples = fc.array(fc.boolean(), { minLength: 1, maxLength: 60 })
const verdicts = new Map([
  [1, "pass"],
  [0, "fail"],
  [undefined, "none"]
] as const)
const wholeVerdict = (sample: ReadonlyArray<boolean>, spec: Spec) =>
  verdicts.get(meetsFloor(sample.filter(Boolean).length, sample.length, spec))

describe("a cell that stops when it is certain", () => {
  test("has the verdict of the whole sample, whatever the remaining runs do", () => {
    let early = 0
    fc.assert(
      fc.property(specs, samples, samples, (given, sample, others) => {
        const spec = { ...given, stop_early: "certain" as const }
        const { after, verdict } = decisionAfter(stopRule(spec, sample.length), sample)
        early += after < sample.length ? 1 : 0
        const left = sample.length - after
        const ends = [sample.slice(after), others.slice(0, left), ...[true, false].map((one) => Array(left).fill(one))]
        for (const end of ends.filter((one) => one.length === left)) {
          assert.equal(verdict, wholeVerdict([...sample.slice(0, after), ...end], spec))
        }
      }),
      { numRuns: 400 }
    )
    assert.ok(early > 50, `only ${early} samples stopped early`)
  })

  test("stops at the first run at which that is so", () => {
    fc.assert(
      fc.property(specs, samples, (given, sample) => {
        const spec = { ...given, stop_early: "certain" as const }
        const { after } = decisionAfter(stopRule(spec, sample.length), sample)
        fc.pre(after > 2)
        const left = sample.length - (after - 1)
        const ended = [true, false].map((one) =>
          wholeVerdict([...sample.slice(0, after - 1), ...Array(left).fill(one)], spec)
        )
        assert.notEqual(ended[0], ended[1])
      })
    )
  })
})

describe("a cell that bets", () => {
  test("passes wherever the whole sample does, unless it has failed before", () => {
    let passed = 0
    fc.assert(
      fc.property(specs, samples, (given, sample) => {
        const spec = { ...given, stop_early: "betting" as const }
        const whole = wholeVerdict(sample, spec)
        fc.pre(whole !== "none")
        const { after, verdict } = decisionAfter(stopRule(spec, sample.length), sample)
        const opposite = whole === "pass" ? "fail" : "pass"
        assert.ok(verdict === whole || verdict === opposite)
        if (verdict !== whole) return
        passed += 1
        const certain = decisionAfter(stopRule({ ...spec, stop_early: "certain" }, sample.length), sample)
        assert.ok(after <= certain.after)
      }),
      { numRuns: 400 }
    )
    assert.ok(passed > 100, `only ${passed} samples were decided`)
  })

  test("has no verdict only where no continuation has one", () => {
    fc.assert(
      fc.property(specs, samples, samples, (spec, sample, others) => {
        const rule = stopRule(spec, sample.length)
        const { after, verdict } = decisionAfter(rule, sample)
        fc.pre(verdict === "none" && after < sample.length)
        const left = sample.length - after
        for (const end of [Array<boolean>(left).fill(true), Array<boolean>(left).fill(false), others.slice(0, left)]) {
          let passes = sample.slice(0, after).filter(Boolean).length
          for (const [at, one] of end.entries()) {
            passes += one ? 1 : 0
            assert.equal(rule.decide(passes, after + at + 1), "none")
          }
        }
      })
    )
  })

  test.each([
    [0.5, 0.95, 20],
    [0.8, 0.95, 20],
    [0.9, 0.95, 40],
    [0.9, 0.95, 46],
    [0.9, 0.99, 100],
    [0.95, 0.9, 60],
    [0.05, 0.5, 30],
    [0.3, 0.8, 3]
  ])(
    "with a floor of %p and a confidence of %p, %p runs are a false pass or fail no more often than stated",
    (at_least, confidence, runs) => {
      const rule = stopRule({ at_least, confidence, stop_early: "betting" }, runs)
      const error = (1 - confidence) * (1 + 1e-9)
      for (const rate of [at_least, at_least * 0.98, at_least * 0.7]) assert.ok(chances(rule, runs, rate).pass <= error)
      for (const fails of [1 - at_least, (1 - at_least) * 0.98, (1 - at_least) * 0.7]) {
        assert.ok(chances(rule, runs, 1 - fails).fail <= error)
      }
      assert.ok(chances(rule, runs, 1).pass + chances(rule, runs, 0).fail > 0)
    }
  )

  test("10,000 cells at the floor are false passes and false fails no more often than stated", () => {
    const rule = stopRule({ at_least: 0.9, confidence: 0.95, stop_early: "betting" }, 100)
    const found = simulate(rule, { runs: 100, rate: 0.9, cells: 10_000, seed: 20_261_117 })
    assert.equal(found.pass + found.fail + found.none, 10_000)
    assert.ok(found.pass <= 500, `${found.pass} false passes`)
    assert.ok(found.fail <= 500, `${found.fail} false fails`)
    // Some are: a rule that never decides would be no news.
    assert.ok(found.pass > 250)
  })

  test("the boundary is that of the stated bets, counted run by run", () => {
    const [at_least, confidence, runs] = [0.8, 0.95, 12]
    const rule = stopRule({ at_least, confidence, stop_early: "betting" }, runs)
    // No number of 12 passes shows 0.8, so all of the capital is with the bettors.
    assert.equal(meetsFloor(12, 12, { at_least, confidence }), undefined)
    const stakes = [1, 0.8, 0.6, 0.4, 0.2]
    const capital = (passes: number, fails: number): number =>
      stakes.reduce((sum, stake, at) => {
        let own = at === 0 ? 0.5 : 0.125
        for (let pass = 0; pass < passes; pass++) own *= 1 + (stake * (1 - at_least)) / at_least
        for (let fail = 0; fail < fails; fail++) own *= 1 - stake
        return sum + own
      }, 0)
    for (let made = 2; made <= runs; made++) {
      for (let passes = 0; passes <= made; passes++) {
        assert.equal(rule.decide(passes, made) === "pass", capital(passes, made - passes) >= 20)
      }
    }
    const longer = stopRule({ at_least, confidence, stop_early: "betting" }, 15)
    assert.equal(longer.decide(15, 15), "pass")
  })
})

describe("any cell", () => {
  test("makes two runs before it stops, and has decided after the last", () => {
    fc.assert(
      fc.property(specs, samples, (spec, sample) => {
        const rule = stopRule(spec, sample.length)
        const { after } = decisionAfter(rule, sample)
        assert.ok(after >= Math.min(2, sample.length))
        assert.equal(rule.decide(0, sample.length + 1), undefined)
      })
    )
  })

  test("more passes never turn a pass into anything else", () => {
    fc.assert(
      fc.property(specs, fc.integer({ min: 2, max: 60 }), fc.nat(60), fc.nat(60), (spec, runs, a, b) => {
        const made = 1 + (a % runs)
        const passes = b % (made + 1)
        const rule = stopRule(spec, runs)
        if (rule.decide(passes, made) === "pass" && passes < made) {
          assert.equal(rule.decide(passes + 1, made), "pass")
        }
        if (rule.decide(passes, made) === "fail" && passes > 0) assert.equal(rule.decide(passes - 1, made), "fail")
      })
    )
  })
})
