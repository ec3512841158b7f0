import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { plainProgress, progressLine, type Progress } from "../../src/report/progressLine.ts"
import { widthOf } from "../../src/report/text/width.ts"
import { anyText, OFFENCE } from "./hostile.ts"

const progress = (changes: Partial<Progress> = {}): Progress => ({
  done: 412,
  total: 1_000,
  red: 3,
  tokens: 81_200,
  elapsedMs: 51_500,
  running: ["asks #413", "asks #414"],
  ...changes
})

describe("progressLine", () => {
  test("shows a bar, failures so far, tokens, rate, time left and the running rows", () => {
    assert.equal(
      progressLine(progress(), 200),
      "████████░░░░░░░░░░░░ 41%  412 of 1000 runs, 3 not green, 81200 tokens  8/s  1m 14s left  running asks #413, asks #414"
    )
  })

  test("before the first run is done there is no rate, and zero red runs are not printed", () => {
    const line = progressLine(progress({ done: 0, red: 0, tokens: 0, elapsedMs: 900, running: [] }), 200)
    assert.equal(line, "░░░░░░░░░░░░░░░░░░░░ 0%  0 of 1000 runs, 0 tokens")
  })

  test("999 of 1000 is 99 %, and the bar is not full", () => {
    assert.match(progressLine(progress({ done: 999 }), 200), /^█{19}░ 99% /)
    assert.match(progressLine(progress({ done: 1_000 }), 200), /^█{20} 100% /)
  })

  test("slow rates are per minute, and long waits in hours", () => {
    const line = progressLine(progress({ done: 1, total: 100, elapsedMs: 120_000, running: [] }), 200)
    assert.match(line, / 0\.5\/min {2}3h 18m left$/)
  })

  test("the line is narrower than the terminal and has no hidden character", () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 4 }), fc.integer({ min: 1, max: 120 }), (running, width) => {
        const line = progressLine(progress({ running }), width)
        assert.ok(widthOf(line) < width)
        assert.doesNotMatch(line, OFFENCE)
        assert.doesNotMatch(line, /\n/)
      })
    )
  })
})

test("a line for a log does not depend on the time", () => {
  assert.equal(plainProgress(progress()), plainProgress(progress({ elapsedMs: 1 })))
  assert.equal(
    plainProgress(progress({ red: 0, running: ["a\u001b[2J #1"] })),
    "412 of 1000 runs, 81200 tokens, running a\\u{1b}[2J #1"
  )
})
