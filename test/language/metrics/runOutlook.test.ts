import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import type { StopRule } from "../../../src/base/domain/verdict/Metric.ts"
import { runOutlook } from "../../../src/language/metrics/runOutlook.ts"
import { stopRule } from "../../../src/language/metrics/stopping.ts"
import { chances } from "./stopping.ts"

const at = (at_least: number, runs: number): StopRule =>
  stopRule({ at_least, confidence: 0.95, stop_early: "betting" }, runs)

describe("the outlook on runs", () => {
  test("has the mean that is counted another way", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 30 }), fc.double({ min: 0, max: 1, noNaN: true }), (runs, rate) => {
        const { best, expected, worst } = runOutlook([at(0.7, runs)], runs, rate)
        assert.ok(Math.abs(expected - chances(at(0.7, runs), runs, rate).runs) < 1e-9)
        assert.ok(best <= expected + 1e-9 && expected <= worst + 1e-9 && worst <= runs)
      })
    )
  })

  test("of several rules is that of the last one to decide, counted over every sequence of outcomes", () => {
    const runs = 12
    const rules = [at(0.5, runs), at(0.8, runs)]
    const lengths = Array.from({ length: 2 ** runs }, (_, bits) => {
      let [passes, open] = [0, rules]
      for (let made = 1; made <= runs; made++) {
        passes += (bits >> (made - 1)) & 1
        open = open.filter(({ decide }) => decide(passes, made) === undefined)
        if (open.length === 0) return made
      }
      return runs
    })
    const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
    const { best, expected, worst } = runOutlook(rules, runs, 0.5)
    assert.ok(Math.abs(expected - mean) < 1e-9)
    assert.deepEqual([best, worst], [Math.min(...lengths), Math.max(...lengths)])
  })
})
