import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as fc from "fast-check"
import {
  plainProgress,
  progressLine,
  progressLines,
  type Progress,
  type RunningRun
} from "../../../src/edges/report/progressLine.ts"
import { widthOf } from "../../../src/edges/report/text/width.ts"
import { anyText, OFFENCE } from "./hostile.ts"

const run = (index: number, changes: Partial<RunningRun> = {}): RunningRun => ({
  name: `asks #${index}`,
  on: "tool",
  tools: [],
  forMs: 0,
  tokens: 0,
  usd: undefined,
  ...changes
})

const progress = (changes: Partial<Progress> = {}): Progress => ({
  done: 412,
  total: 1_000,
  red: 3,
  tokens: 81_200,
  usd: undefined,
  elapsedMs: 51_500,
  running: [run(413, { on: "model", forMs: 12_400, tokens: 302 }), run(414)],
  ...changes
})

describe("progressLine", () => {
  test("shows a bar, failures so far, tokens, rate, time left, and the running rows by what they wait for", () => {
    assert.equal(
      progressLine(progress(), 200),
      "████████░░░░░░░░░░░░ 41%  412 of 1000 runs, 3 not green, 81502 tokens  8/s  1m 14s left  1 model, 1 tool: asks #413, asks #414"
    )
  })

  test("what most runs wait for comes first, and a run that has just begun is only named", () => {
    const waits = ["tool", "back-off", "model", "tool", undefined] as const
    const line = progressLine(progress({ running: waits.map((on, at) => run(at, { on })) }), 200)
    assert.match(line, / {2}2 tool, 1 back-off, 1 model: asks #0, asks #1, asks #2, asks #3, asks #4$/)
    assert.match(progressLine(progress({ running: [run(1, { on: undefined })] }), 200), / {2}running asks #1$/)
  })

  test("money is shown where the price of every run is known", () => {
    assert.match(progressLine(progress({ usd: 1.2345, running: [] }), 200), /, 81200 tokens, \$1\.24 /)
    const running = [run(1, { usd: 0.00021, tokens: 1 }), run(2, { usd: 0.5, tokens: 1 }), run(3)]
    assert.match(progressLine(progress({ usd: 0, running }), 200), /, \$0\.5003 /)
    assert.doesNotMatch(progressLine(progress({ usd: 0, running: [...running, run(4, { tokens: 1 })] }), 200), /\$/)
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
      fc.property(fc.array(anyText, { maxLength: 4 }), fc.integer({ min: 1, max: 120 }), (names, width) => {
        const line = progressLine(progress({ running: names.map((name) => run(1, { name })) }), width)
        assert.ok(widthOf(line) < width)
        assert.doesNotMatch(line, OFFENCE)
        assert.doesNotMatch(line, /\n/)
      })
    )
  })
})

describe("progressLines", () => {
  const running = [
    run(413, { on: "model", forMs: 12_999, tokens: 302 }),
    run(414, { tools: ["weather/get_forecast"], forMs: 999, tokens: 1_204, usd: 0.0123 }),
    run(415, { name: "asks for the weather #415", tools: ["a/b", "c/d", "e/f"], forMs: 61_000 }),
    run(416, { on: undefined })
  ]

  test("on a wide screen each running run has a line: what it waits for and since when, its tokens and money", () => {
    assert.deepEqual(progressLines(progress({ running }), { columns: 100, rows: 24 }), [
      "████████░░░░░░░░░░░░ 41%  412 of 1000 runs, 3 not green, 82706 tokens  8/s  1m 14s left",
      "  asks #413                  model                      12s    302 tokens",
      "  asks #414                  tool weather/get_forecast         1204 tokens  $0.0123",
      "  asks for the weather #415  tools a/b, c/d, e/f        1m 1s",
      "  asks #416"
    ])
  })

  test("is as the page about reports shows it", () => {
    const shown = progressLines(
      progress({
        done: 4,
        total: 12,
        red: 1,
        tokens: 39_011,
        usd: 0.2046,
        elapsedMs: 39_500,
        running: [
          run(5, { name: "finds a parcel #5", on: "model", forMs: 12_000, tokens: 2_311, usd: 0.0113 }),
          run(6, { name: "finds a parcel #6", tools: ["parcels/find"], forMs: 3_000, tokens: 1_204, usd: 0.0061 }),
          run(1, { name: "asks [claude-sonnet-4-5] #1", on: "back-off", forMs: 8_000 })
        ]
      }),
      { columns: 120, rows: 24 }
    )
    assert.equal(`${shown.join("\n")}\n`, readFileSync(join(import.meta.dirname, "progress.txt"), "utf8"))
  })

  test("a screen that is narrow, low, or of unknown size has the one line", () => {
    for (const size of [
      { columns: 99, rows: 24 },
      { columns: 100, rows: 7 },
      { columns: 100, rows: 0 },
      { columns: Infinity, rows: 24 }
    ]) {
      assert.deepEqual(progressLines(progress({ running }), size), [progressLine(progress({ running }), size.columns)])
    }
  })

  test("one line stays free, and runs without a line are counted", () => {
    const many = Array.from({ length: 20 }, (_, at) => run(at + 1))
    const lines = progressLines(progress({ running: many }), { columns: 100, rows: 10 })
    assert.equal(lines.length, 9)
    assert.deepEqual(
      lines.slice(-2).map((line) => line.trim()),
      ["asks #7  tool", "... and 13 more"]
    )
    assert.equal(progressLines(progress({ running: many }), { columns: 100, rows: 22 }).length, 21)
    assert.match(progressLines(progress({ running: many }), { columns: 100, rows: 22 }).at(-1) ?? "", /asks #20/)
  })

  test("no line is as wide as the screen, breaks, or has a hidden character, whatever runs and tools are called", () => {
    const anyRun = fc.record({
      name: anyText,
      on: fc.constantFrom("tool" as const, "model" as const, undefined),
      tools: fc.array(anyText, { maxLength: 3 }),
      forMs: fc.nat(),
      tokens: fc.nat(),
      usd: fc.option(fc.double({ min: 0, noNaN: true }), { nil: undefined })
    })
    fc.assert(
      fc.property(
        fc.array(anyRun, { maxLength: 12 }),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 0, max: 20 }),
        (all, columns, rows) => {
          const lines = progressLines(progress({ running: all }), { columns, rows })
          assert.ok(lines.length === 1 || lines.length < rows)
          for (const line of lines) {
            assert.ok(widthOf(line) < columns)
            assert.doesNotMatch(line, OFFENCE)
            assert.doesNotMatch(line, /[\n\r]/)
          }
        }
      )
    )
  })

  test("a name never pushes what its run waits for off the line", () => {
    const long = run(1, { name: "界".repeat(200), on: "back-off", forMs: 5_000, tokens: 7 })
    const [, line = ""] = progressLines(progress({ running: [long] }), { columns: 100, rows: 24 })
    assert.match(line, /^ {2}界+\.\.\. +back-off {2}5s {2}7 tokens$/)
  })
})

test("a line for a log does not depend on the time", () => {
  assert.equal(plainProgress(progress()), plainProgress(progress({ elapsedMs: 1 })))
  assert.equal(
    plainProgress(progress({ red: 0, running: [run(1, { name: "a\u001b[2J #1", tokens: 9 })] })),
    "412 of 1000 runs, 81200 tokens, running a\\u{1b}[2J #1"
  )
})
