/**
 * No chart contradicts the numbers beside it.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import type { Verdict } from "../../../src/base/domain/verdict/Verdict.ts"
import { passHatK, wilson } from "../../../src/metrics.ts"
import { passHatCurve } from "../../../src/edges/report/passHatCurve.ts"
import { percent } from "../../../src/features/html/plot/intervalPlot.ts"
import { passHatPlot } from "../../../src/features/html/page/rateView.ts"
import { runStrip } from "../../../src/features/html/page/cellList.ts"
import { scoreBars, scorePlot } from "../../../src/features/html/plot/scorePlot.ts"
import type { SvgNode } from "../../../src/features/html/plot/Svg.ts"
import { tokenBars, tokenPlot } from "../../../src/features/html/plot/tokenPlot.ts"
import { groupsOf, verdictMarks } from "../../../src/edges/report/text/bars.ts"

const outcomes = fc
  .integer({ min: 1, max: 12_000 })
  .chain((runs) => fc.record({ runs: fc.constant(runs), passes: fc.integer({ min: 0, max: runs }) }))
const spent = fc.array(fc.option(fc.nat(50_000)), { minLength: 1, maxLength: 300 })
const letters = fc.stringMatching(/^[pfn]{1,400}$/)

const rateOf = ({ passes, runs }: { readonly passes: number; readonly runs: number }) => {
  const { high, low } = wilson(passes, runs, 0.95)!
  return { passes, runs, low, high }
}
const runsOf = (tokens: ReadonlyArray<number | null>) => tokens.map((one, at) => ({ run: at + 1, tokens: one }))
const rects = ({ attributes, children, tag }: SvgNode): ReadonlyArray<SvgNode["attributes"]> => [
  ...(tag === "rect" ? [attributes] : []),
  ...children.flatMap((child) => (typeof child === "string" ? [] : rects(child)))
]
const total = (numbers: ReadonlyArray<number>): number => numbers.reduce((sum, one) => sum + one, 0)
const shareOf = (drawing: SvgNode, kind: string): number => {
  const height = (some: ReadonlyArray<SvgNode["attributes"]>): number => total(some.map((one) => Number(one["height"])))
  const all = rects(drawing)
  return height(all.filter((one) => String(one["class"]) === kind)) / height(all)
}

describe("the curve of pass^k", () => {
  test("starts at the pass rate, never rises, is the unbiased estimate, and stays in its band", () => {
    fc.assert(
      fc.property(outcomes, ({ passes, runs }) => {
        const curve = passHatCurve(rateOf({ passes, runs }), 160)
        assert.equal(curve[0]?.k, 1)
        assert.equal(curve[0]?.value, passes / runs)
        for (const [at, { high, k, low, value }] of curve.entries()) {
          assert.equal(value, passHatK(runs, passes, k))
          assert.ok(low <= value && value <= high, `k = ${k}`)
          const before = curve[at - 1]
          if (before === undefined) continue
          assert.ok(k > before.k && k <= runs)
          assert.ok(value <= before.value && low <= before.low && high <= before.high, `k = ${k}`)
        }
      })
    )
  })

  test("begins in its drawing at the pass rate that is printed beside it", () => {
    fc.assert(
      fc.property(outcomes, ({ passes, runs }) => {
        const label = String(passHatPlot(rateOf({ passes, runs })).attributes["aria-label"])
        assert.ok(label.includes(`: ${percent(passes / runs)} for k = 1,`), label)
      })
    )
  })

  test("lowers its band by less than one percent where the estimate is below the interval", () => {
    fc.assert(
      fc.property(outcomes, ({ passes, runs }) => {
        const rate = rateOf({ passes, runs })
        for (const { k, low } of passHatCurve(rate, 160)) assert.ok(rate.low ** k - low < 0.01, `k = ${k}`)
      })
    )
  })
})

describe("a histogram", () => {
  test("counts every run once, and the runs of its red bars are those over the cap", () => {
    fc.assert(
      fc.property(spent, fc.option(fc.integer({ min: 1, max: 60_000 }), { nil: undefined }), (tokens, cap) => {
        const bars = tokenBars(runsOf(tokens), cap)
        const known = tokens.filter((one) => one !== null)
        const runs = bars.flatMap((bar) => bar.runs)
        assert.equal(runs.length, known.length)
        assert.equal(new Set(runs).size, known.length)
        const red = bars.flatMap((bar) => (bar.isRed ? bar.runs : []))
        assert.equal(red.length, cap === undefined ? 0 : known.filter((one) => one > cap).length)
        for (const bar of bars)
          for (const run of bar.runs) assert.ok(tokens[run - 1]! > bar.from && tokens[run - 1]! <= bar.to)
        assert.ok(bars.length <= 42)
      })
    )
  })

  test("of ten thousand runs is as red as the share of runs over the cap", () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 5_000 }), (over) => {
        const tokens = Array.from({ length: 10_000 }, (_, at) => (at < over ? 2_100 : 1_500) + (at % 50))
        const red = shareOf(tokenPlot(runsOf(tokens), 2_000), "bar over")
        assert.ok(Math.abs(red - over / 10_000) < 0.02, `${red} for ${over}`)
      }),
      { numRuns: 20 }
    )
  })

  test("of scores counts every run once, and is as red as the share of weak runs", () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.double({ min: 0, max: 1, noNaN: true })), { minLength: 121, maxLength: 300 }),
        (scores) => {
          const bars = scoreBars(scores)
          const weak = bars.flatMap((bar) => (bar.isRed ? bar.runs : []))
          assert.equal(total(bars.map((bar) => bar.runs.length)), scores.filter((one) => one !== null).length)
          assert.equal(weak.length, scores.filter((one) => one !== null && one < 0.5).length)
          assert.equal(rects(scorePlot("redundancy", scores)).length, bars.length + Number(scores.includes(null)))
        }
      )
    )
  })
})

describe("a strip of runs", () => {
  const verdictsOf = (text: string): ReadonlyArray<Verdict> =>
    [...text].map((letter) => ({ p: "pass", f: "fail", n: "none" })[letter] as Verdict)
  const count = (text: string, letter: string): number => text.split(letter).length - 1

  test("has groups of the same size, whose shares add up to the failing and the undecided runs", () => {
    fc.assert(
      fc.property(letters, fc.integer({ min: -3, max: 90 }), (text, places) => {
        const groups = groupsOf(verdictsOf(text), places)
        assert.equal(total(groups.map(({ fail }) => fail)), count(text, "f"))
        assert.equal(total(groups.map(({ none }) => none)), count(text, "n"))
        assert.equal(total(groups.map(({ pass }) => pass)), count(text, "p"))
        const sizes = groups.map(({ fail, none, pass }) => fail + none + pass)
        assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1)
      })
    )
  })

  test("of ten thousand runs at 92 % is a row of low bars in a terminal, not of crosses", () => {
    const runs = Array.from({ length: 10_000 }, (_, at): Verdict => ((at * 7) % 25 < 2 ? "fail" : "pass"))
    assert.equal(verdictMarks(runs, 60), "▁".repeat(60))
  })

  test("of ten thousand runs is on the page as red as the share of failing runs", () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 95 }), (percentFailing) => {
        const text = Array.from({ length: 10_000 }, (_, at) => ((at * 37) % 100 < percentFailing ? "f" : "p")).join("")
        const drawn = rects(runStrip(text))
        const height = (kind: string): number =>
          total(drawn.filter((one) => one["class"] === `bar ${kind}`).map((one) => Number(one["height"])))
        assert.ok(Math.abs(height("fail") / height("pass") - percentFailing / 100) < 0.03)
      })
    )
  })
})
