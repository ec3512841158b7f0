import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import * as fc from "fast-check"
import { ratios } from "../../../src/language/metrics/similarity.ts"

interface Ratio {
  readonly part: number
  readonly whole: number
  readonly times: number
}

const meanOf = (all: ReadonlyArray<Ratio>): number => {
  const { add, mean } = ratios()
  for (const { part, times, whole } of all) add(part, whole, times)
  return mean()
}

const anyRatio = fc
  .tuple(fc.nat(), fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 5 }))
  .map(([part, whole, times]): Ratio => ({ part: part % (whole + 1), whole, times }))

describe("ratios", () => {
  test("the mean of ratios is their mean, and 1 without ratios", () => {
    assert.equal(
      meanOf([
        { part: 1, whole: 2, times: 1 },
        { part: 3, whole: 4, times: 1 }
      ]),
      0.625
    )
    assert.equal(meanOf([{ part: 1, whole: 3, times: 3 }]), 1 / 3)
    assert.equal(meanOf([]), 1)
  })

  test("the mean has the same bits in any order and grouping", () => {
    fc.assert(
      fc.property(fc.array(anyRatio), (all) => {
        const oneByOne = all.flatMap((one) => Array.from({ length: one.times }, () => ({ ...one, times: 1 })))
        assert.equal(meanOf(all), meanOf(oneByOne.toReversed()))
      })
    )
  })
})
