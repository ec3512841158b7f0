import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { faultPlot, faultScale, faultText } from "../../../../src/features/html/plot/faultPlot.ts"
import { intervalPlot, percent } from "../../../../src/features/html/plot/intervalPlot.ts"
import { passHatPlot } from "../../../../src/features/html/page/rateView.ts"
import { runStrip } from "../../../../src/features/html/page/cellList.ts"
import { scorePlot } from "../../../../src/features/html/plot/scorePlot.ts"
import { type Dot, scatterPlot } from "../../../../src/features/html/plot/scatterPlot.ts"
import { waterfallPlot } from "../../../../src/features/html/page/waterfallView.ts"
import type { SvgNode } from "../../../../src/features/html/plot/Svg.ts"
import { tokenPlot } from "../../../../src/features/html/plot/tokenPlot.ts"

const all = (shape: SvgNode): ReadonlyArray<SvgNode> => [
  shape,
  ...shape.children.flatMap((child) => (typeof child === "string" ? [] : all(child)))
]
const titles = (shape: SvgNode): ReadonlyArray<string> =>
  all(shape).flatMap(({ children, tag }) => (tag === "title" ? children.map(String) : []))
const ofClass = (shape: SvgNode, name: string): ReadonlyArray<SvgNode> =>
  all(shape).filter(({ attributes }) => attributes["class"] === name)

/** No attribute is NaN or infinite, and nothing has a negative size. */
const isDrawable = (shape: SvgNode): void => {
  for (const { attributes } of all(shape)) {
    for (const [name, value] of Object.entries(attributes)) {
      assert.doesNotMatch(String(value), /NaN|Infinity|undefined/, name)
      if (name === "width" || name === "height") assert.ok(Number(value) >= 0, name)
    }
  }
}

const spentOf = (tokens: ReadonlyArray<number | null>) => tokens.map((one, at) => ({ run: at + 1, tokens: one }))

const dotsOf = (spent: ReadonlyArray<number | null>, letters: string): ReadonlyArray<Dot> =>
  spent.map((tokens, at) => ({
    run: at + 1,
    calls: at % 17,
    tokens: tokens ?? 0,
    verdict: letters[at] === "f" ? "fail" : letters[at] === "n" ? "none" : "pass"
  }))

describe("plots", () => {
  test("are drawable for any numbers, and small for any count of numbers", () => {
    const tokens = fc.array(fc.option(fc.nat(1_000_000)), { minLength: 1, maxLength: 400 })
    const scores = fc.array(fc.option(fc.double({ min: 0, max: 1, noNaN: true })), { minLength: 1, maxLength: 400 })
    const letters = fc.stringMatching(/^[pfn]{0,400}$/)
    fc.assert(
      fc.property(
        tokens,
        scores,
        letters,
        fc.option(fc.integer({ min: 1, max: 10_000 }), { nil: undefined }),
        (...[spent, steady, runs, cap]) => {
          for (const shape of [
            tokenPlot(spentOf(spent), cap),
            scorePlot("redundancy", steady),
            passHatPlot({ passes: steady.length, runs: spent.length + steady.length, low: 0.2, high: 0.999 }),
            scatterPlot(dotsOf(spent, runs)),
            runStrip(runs)
          ]) {
            isDrawable(shape)
            assert.ok(all(shape).length < 1_300)
          }
        }
      )
    )
  })

  test("ten thousand runs at the same place share a sign, and a red one lies over the green ones", () => {
    const green = Array.from({ length: 10_000 }, (_, at): Dot => ({
      run: at + 1,
      calls: 3,
      tokens: 900,
      verdict: "pass"
    }))
    const plot = scatterPlot([{ run: 0, calls: 3, tokens: 900, verdict: "fail" }, ...green])
    assert.deepEqual(titles(plot), [
      "run #1 and 9999 more: 3 calls, 900 tokens, pass",
      "run #0: 3 calls, 900 tokens, fail"
    ])
  })

  test("one call is named as one, at the sign and at the axis", () => {
    const plot = scatterPlot([{ run: 1, calls: 1, tokens: 900, verdict: "pass" }])
    assert.deepEqual(titles(plot), ["run #1: 1 call, 900 tokens, pass"])
    assert.equal(JSON.stringify(plot).includes("1 calls"), false)
  })

  test("an answer that was not timed has a dot instead of a bar, also in a run that took no time", () => {
    for (const end of [0, 0.5, 1_000]) {
      isDrawable(waterfallPlot({ step: { by: "model", ms: 0 }, from: 0, to: 0 }, end))
      assert.equal(ofClass(waterfallPlot({ step: { by: "model" }, from: 0, to: 0 }, end), "gap").length, 1)
    }
  })

  test("a run over the cap has a red bar and a title that names it", () => {
    const plot = tokenPlot(spentOf([1_000, 3_000, null]), 2_000)
    assert.equal(ofClass(plot, "bar over").length, 1)
    assert.deepEqual(titles(plot), [
      "1 of 3 runs: tokens not recorded (run #3)",
      "1 of 3 runs: 951 to 1000 tokens (run #1)",
      "1 of 3 runs: 2951 to 3000 tokens, over the cap (run #2)"
    ])
    assert.equal(plot.attributes["aria-label"], "Tokens per run: 1 of 3 runs over the cap of 2000")
  })

  test("one expensive run among ten thousand has a bar", () => {
    const plot = tokenPlot(spentOf(Array.from({ length: 10_000 }, (_, at) => (at === 7_777 ? 9_000 : 10))), 100)
    assert.equal(ofClass(plot, "bar over").length, 1)
  })

  test("one red run among ten thousand has a bar", () => {
    const strip = runStrip(`${"p".repeat(5_000)}f${"p".repeat(4_999)}`)
    assert.equal(ofClass(strip, "bar fail").length, 1)
  })

  test("999 of 1,000 is not 100 %, and 9,999 of 10,000 is not either", () => {
    assert.deepEqual([0.999, 0.9999, 1, 0.29, 0, 2 / 3].map(percent), [
      "99.9 %",
      "99.9 %",
      "100 %",
      "29 %",
      "0 %",
      "66.6 %"
    ])
  })

  test("a rate has its interval in the label for screen readers", () => {
    const { attributes } = intervalPlot({ rate: 0.9, low: 0.596, high: 0.982 })
    assert.equal(attributes["aria-label"], "Pass rate 90 %, and with 95 % confidence between 59.6 % and 98.2 %")
  })

  test("a curve is drawn until all of its band is below one percent", () => {
    const gone = passHatPlot({ passes: 9_200, runs: 10_000, low: 0.9145, high: 0.9252 })
    assert.ok(JSON.stringify(gone).includes("k = 60, then below 1 %"))
    assert.match(String(gone.attributes["aria-label"]), /: 92 % for k = 1, 0\.6 % for k = 60$/)
  })

  test("a fault has a mark where it was met, noticed, recovered from, and answered late", () => {
    const mark = {
      fault: "hung",
      call_id: "c1",
      kind: "hang",
      start_ms: 0,
      detected_ms: 3_000,
      recovered_ms: 3_500,
      late_reply_ms: 4_000
    }
    const plot = faultPlot(mark, faultScale([mark], 3_000))
    isDrawable(plot)
    assert.deepEqual(titles(plot), [
      "met at 0 ms",
      "noticed at 3000 ms",
      "got over at 3500 ms",
      "late answer at 4000 ms"
    ])
    const { detected_ms: _, recovered_ms: __, late_reply_ms: ___, ...never } = mark
    assert.equal(faultText(never), "hung (hang) met at 0 ms, never noticed, not recovered")
    isDrawable(faultPlot(never, faultScale([never], undefined)))
  })
})
