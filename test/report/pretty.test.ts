import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as fc from "fast-check"
import { issue } from "../../src/domain/Issue.ts"
import { pretty } from "../../src/report/pretty.ts"
import { anyText, hostile, OFFENCE } from "./hostile.ts"
import { cell, check, gate, ofCell, plain, report, run, sample, suite, textOf, withText } from "./sample.ts"

const golden = (file: string): string => readFileSync(join(import.meta.dirname, "golden", file), "utf8")
const everything = { ...plain, verbose: true }

/** What a terminal shows of it. */
const bare = (text: string): string => text.replaceAll(PAINT, "")
const PAINT = new RegExp(String.raw`\x1b\[[\d;]*m`, "g")
const RED = "\u001b[1;31m"

const staysText = (text: string): void => {
  for (const changed of [withText(sample, () => text), withText(sample, (original) => `${text}${original}`)]) {
    const printed = textOf(pretty, changed, everything)
    assert.doesNotMatch(printed, OFFENCE)
    assert.equal(bare(textOf(pretty, changed, { ...everything, color: true })), printed)
  }
}

describe("pretty", () => {
  test("shows every run and gate, and the evidence of what is not green", () => {
    assert.equal(textOf(pretty, sample, plain), golden("pretty.txt"))
  })

  test("verbose shows every check and every trace", () => {
    assert.equal(textOf(pretty, sample, everything), golden("pretty-verbose.txt"))
  })

  test("quiet shows only what is not green, and the verdict", () => {
    assert.equal(textOf(pretty, sample, { ...plain, quiet: true }), golden("pretty-quiet.txt"))
    assert.equal(textOf(pretty, ofCell(), { ...plain, quiet: true }), "PASS\n")
  })

  test("a green suite is short", () => {
    assert.equal(
      textOf(pretty, ofCell({ runs: [run(1), run(2)] }), plain),
      [
        "weather  suites/weather.ts",
        "  PASS  asks for the weather #1",
        "  PASS  asks for the weather #2",
        "  tool-selection floor [PASS] asks for the weather: selection 9/10 (90%), pass^1 90%, max tokens 1840",
        "",
        "1 suite, 1 cell, 2 runs: 2 passed, 0 failed, 0 without a verdict",
        "PASS",
        ""
      ].join("\n")
    )
  })

  test("a suite of unknown file is headed by its name", () => {
    const { file: _, ...unfiled } = suite({ cells: [cell()] })
    assert.match(textOf(pretty, report(unfiled), plain), /^weather\n/)
  })

  test("a decay curve is drawn below its gate, green or not", () => {
    const gates = [gate({ title: "reliability", summary: "-", report: { "reliability.decay_curve": [100, 31] } })]
    assert.match(textOf(pretty, ofCell({ gates }), plain), /reliability\.decay_curve █▃ 100 to 31\n/)
    const runs = [run(1, { report: { "tool_results[*].structured": [1, 2] } })]
    assert.doesNotMatch(textOf(pretty, ofCell({ runs }), plain), /█/)
  })

  test("an interrupted report says so", () => {
    const interrupted = { ...ofCell({ verdict: "none", runs: [run(1, { verdict: "none" })] }), status: "interrupted" }
    assert.match(textOf(pretty, interrupted as typeof sample, plain), /\nNONE \(interrupted\)\n$/)
  })

  test("a skipped cell is shown with its reason, quietly too, and is not painted red", () => {
    const cells = [
      cell(),
      cell({ name: "asks late", verdict: "none", skipped: "too \u001b late", runs: [], gates: [] })
    ]
    const skipping = report(suite({ cells, verdict: "pass" }))
    assert.match(
      textOf(pretty, skipping, plain),
      /\n {2}SKIP {2}asks late: too \\u\{1b\} late\n\n.*, 1 cell skipped\nPASS\n$/
    )
    assert.match(textOf(pretty, skipping, { ...plain, quiet: true }), /\n {2}SKIP {2}asks late.*\n\nPASS\n$/)
    assert.ok(!textOf(pretty, skipping, { ...plain, color: true }).includes(RED))
  })

  test("colour adds paint and changes no text", () => {
    for (const options of [plain, everything, { ...plain, quiet: true }]) {
      const painted = textOf(pretty, sample, { ...options, color: true })
      assert.ok(painted.includes(RED))
      assert.equal(bare(painted), textOf(pretty, sample, options))
    }
  })

  test("only what decides is painted red", () => {
    const red = { verdict: "fail", checks: [check({ verdict: "fail" })] } as const
    const advisory = gate({ ...red, advisory: true })
    const painted = textOf(pretty, ofCell({ runs: [run(1, red)], gates: [advisory] }), { ...plain, color: true })
    assert.match(painted, /FAIL {2}asks for the weather #1/)
    assert.ok(!painted.includes(RED))
  })

  test("what could not be judged says NONE, and why", () => {
    const none = ofCell({
      verdict: "none",
      runs: [],
      issues: [issue("MISSING_CASSETTE", "None.", "Record.")],
      gates: []
    })
    assert.match(
      textOf(pretty, none, plain),
      / {2}NONE {2}asks for the weather\n {10}MISSING_CASSETTE: None\.\n {12}Record\./
    )
  })

  test("hostile text in every place of a report stays text", () => {
    for (const text of hostile) staysText(text)
  })

  test("any text in every place of a report stays text", () => {
    fc.assert(fc.property(anyText, staysText))
  })
})
