import assert from "node:assert/strict"
import * as fc from "fast-check"
import { describe, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { issue } from "../../../../src/base/domain/issues.ts"
import type { CellVerdict, Report } from "../../../../src/base/domain/verdict/Verdict.ts"
import { pretty, tracesToShow } from "../../../../src/edges/report/formats/pretty.ts"
import { goldens } from "../goldens.ts"
import { OFFENCE, anyText, hostile } from "../hostile.ts"
import { many } from "../many.ts"
import { cell, check, gate, ofCell, plain, renderText, report, run, sample, suite, withText } from "../sample.ts"
import { sections } from "../../../../src/edges/report/sections.ts"

const everything = { ...plain, verbose: true }

/** The text without colours. */
const bare = (text: string): string => text.replaceAll(PAINT, "")
const PAINT = new RegExp(String.raw`\x1b\[[\d;]*m`, "g")
const RED = "\u001b[1;31m"

const staysText = (text: string): void => {
  for (const options of [everything, { ...plain, width: 40 }]) {
    for (const changed of [withText(sample, () => text), withText(sample, (original) => `${text}${original}`)]) {
      const printed = renderText(pretty, changed, options)
      assert.doesNotMatch(printed, OFFENCE)
      assert.equal(bare(renderText(pretty, changed, { ...options, color: true })), printed)
    }
  }
}

const linesOf = (value: Report, options = plain): ReadonlyArray<string> =>
  renderText(pretty, value, options).split("\n")

describe("pretty", () => {
  test.each(Object.entries(goldens))("the output equals %s", (file, [value, options]) => {
    assert.equal(renderText(pretty, value, options), readFileSync(join(import.meta.dirname, "../golden", file), "utf8"))
  })

  test("with --quiet a green report is only its verdict", () => {
    assert.equal(renderText(pretty, ofCell(), { ...plain, quiet: true }), "PASS\n")
  })

  test("a green suite is short", () => {
    assert.equal(
      renderText(pretty, ofCell({ runs: [run(1), run(2)] }), plain),
      [
        "weather  suites/weather.ts",
        "  PASS  asks for the weather #1",
        "  PASS  asks for the weather #2",
        "  tool-selection floor [PASS] asks for the weather: selection 9/10 (90%), pass^1 90%, max tokens 1840",
        "",
        "0 failed · 0 undecided · 1 passed (1 cell, 2 runs) · runs: 0 failed, 0 undecided, 2 passed",
        "PASS",
        ""
      ].join("\n")
    )
  })

  test("a suite of unknown file is headed by its name", () => {
    const { file: _, ...unfiled } = suite({ cells: [cell()] })
    assert.match(renderText(pretty, report(unfiled), plain), /^weather\n/)
  })

  test("a decay curve is drawn below its gate, green or not", () => {
    const gates = [gate({ title: "reliability", summary: "-", report: { "reliability.decay_curve": [100, 31] } })]
    assert.match(renderText(pretty, ofCell({ gates }), plain), /reliability\.decay_curve █▃ 100 to 31\n/)
    const runs = [run(1, { report: { "tool_results[*].structured": [1, 2] } })]
    assert.doesNotMatch(renderText(pretty, ofCell({ runs }), plain), /█/)
  })

  test("a gate over outcomes has the unbiased pass^k, which starts at the pass rate, in place of its decay curve", () => {
    const gates = [
      gate({ scope: "run" }),
      gate({ scope: "outcomes", title: "reliability", report: { "reliability.decay_curve": [100, 100, 100, 31] } })
    ]
    const runs = [run(1), run(2), run(3), run(4, { verdict: "fail" })]
    const text = renderText(pretty, ofCell({ gates, runs, verdict: "fail" }), plain)
    assert.match(text, /unbiased pass\^k ▆▄▂▁ 75% for k = 1, 0% for k = 4\n/)
    assert.doesNotMatch(text, /decay_curve/)
  })

  test("an interrupted report is marked as such", () => {
    const interrupted = { ...ofCell({ verdict: "none", runs: [run(1, { verdict: "none" })] }), status: "interrupted" }
    assert.match(renderText(pretty, interrupted as typeof sample, plain), /\nNONE \(interrupted\)\n$/)
  })

  test("a skipped cell is shown with its reason, also with --quiet, and is not painted red", () => {
    const cells = [
      cell(),
      cell({ name: "asks late", verdict: "none", skipped: "too \u001b late", runs: [], gates: [] })
    ]
    const skipping = report(suite({ cells, verdict: "pass" }))
    assert.match(
      renderText(pretty, skipping, plain),
      /\n {2}SKIP {2}asks late: too \\u\{1b\} late\n\n.* · 1 skipped \(2 cells, .*\nPASS\n$/
    )
    assert.match(renderText(pretty, skipping, { ...plain, quiet: true }), /\n {2}SKIP {2}asks late.*\n\nPASS\n$/)
    assert.ok(!renderText(pretty, skipping, { ...plain, color: true }).includes(RED))
  })

  test("colour adds paint and changes no text", () => {
    for (const options of [plain, everything, { ...plain, quiet: true }]) {
      const painted = renderText(pretty, sample, { ...options, color: true })
      assert.ok(painted.includes(RED))
      assert.equal(bare(painted), renderText(pretty, sample, options))
    }
  })

  test("only rows that change a verdict are painted red", () => {
    const red = { verdict: "fail", checks: [check({ verdict: "fail" })] } as const
    const advisory = gate({ ...red, advisory: true })
    const painted = renderText(pretty, ofCell({ runs: [run(1, red)], gates: [advisory] }), { ...plain, color: true })
    assert.match(painted, /FAIL {2}asks for the weather #1/)
    assert.ok(!painted.includes(RED))
  })

  test("a cell without a verdict is printed as NONE with its issue", () => {
    const none = ofCell({
      verdict: "none",
      runs: [],
      issues: [issue("MISSING_CASSETTE", "None.", "Record.")],
      gates: []
    })
    assert.match(
      renderText(pretty, none, plain),
      / {2}NONE {2}asks for the weather\n {10}MISSING_CASSETTE: None\.\n {12}Record\./
    )
  })

  const wrong = (index: number, actual: string) =>
    run(index, {
      verdict: "fail",
      checks: [
        check({ verdict: "fail", target: "city", actual }, { run: index, call_id: `c${index}`, reason: "is far" })
      ]
    })
  const cellOf = (...runs: ReadonlyArray<ReturnType<typeof run>>) =>
    ofCell({ verdict: "fail", command: "repeat it", runs, gates: [gate({ verdict: "fail", title: "floor" })] })

  test("runs that fail for the same reason share an entry, and a cell has one command", () => {
    assert.deepEqual(linesOf(cellOf(wrong(1, "Rom"), run(2), wrong(3, "Rom"))).slice(1, 6), [
      "  FAIL  2 runs: asks for the weather #1, #3",
      `          city is "Rom", expected at least 1`,
      "            is far",
      "  floor [FAIL] asks for the weather: selection 9/10 (90%), pass^1 90%, max tokens 1840",
      "          again: repeat it"
    ])
  })

  test("values of two runs are told apart, and those of three in one line", () => {
    assert.deepEqual(
      linesOf(cellOf(wrong(1, "Rom"), wrong(2, "Oslo"))).filter((each) => each.includes("FAIL  asks")),
      ["  FAIL  asks for the weather #1", "  FAIL  asks for the weather #2"]
    )
    const seven = Array.from({ length: 7 }, (_, at) => wrong(at + 1, `Rom ${at}`))
    assert.deepEqual(linesOf(cellOf(...seven)).slice(1, 4), [
      "  FAIL  7 runs: asks for the weather #1-#7",
      `          city is "Rom 0", "Rom 1", "Rom 2" or 4 other values, expected at least 1`,
      "            for example run #1, call c1: is far"
    ])
  })

  test("verbose tells each of the runs that are alike, and the command once", () => {
    const lines = linesOf(cellOf(wrong(1, "Rom"), wrong(2, "Rom"), wrong(3, "Oslo")), everything)
    for (const index of [1, 2, 3]) {
      assert.ok(lines.includes(`  FAIL  asks for the weather #${index}`))
      assert.ok(lines.includes(`            run #${index}, call c${index}: is far`))
    }
    assert.equal(lines.filter((each) => each.includes("again: ")).length, 1)
  })

  test("a gate does not repeat what the row of a run says", () => {
    const lost = check({ verdict: "none", actual: null, target: "tokens" }, { run: 1, reason: "not recorded" })
    const gates = [gate({ scope: "run", title: "expect", verdict: "none", checks: [lost] })]
    const value = ofCell({
      verdict: "fail",
      gates,
      runs: [run(1, { verdict: "fail", checks: [check({ verdict: "fail" }), lost] })]
    })
    const lines = linesOf(value)
    assert.equal(lines.filter((each) => each.includes("tokens is undefined")).length, 1)
    assert.ok(lines.some((each) => each.includes("expect [NONE]")))
  })

  test("hostile text in every place of a report is printed as text", () => {
    for (const text of hostile) staysText(text)
  })

  test("any text in every place of a report is printed as text", () => {
    fc.assert(fc.property(anyText, staysText))
  })

  test("the structure of a report does not depend on its texts", () => {
    const marksOf = (text: string) =>
      linesOf(
        withText(sample, () => `x${text}`),
        everything
      ).map((each) => /^ *(?:PASS|FAIL|NONE|NOTE)?/.exec(each)?.[0])
    for (const text of hostile) assert.deepEqual(marksOf(text), marksOf(""), JSON.stringify(text))
  })
})

describe("pretty, with a thousand runs", () => {
  test.each(Object.entries(many))("%s: twenty-one red runs fit on a screen", (_, value) => {
    const lines = linesOf(value, { ...plain, width: 100 })
    assert.ok(lines.length <= 45, `${lines.length} lines`)
    const counts = lines.flatMap((each) => /^  FAIL  (\d+) runs: /.exec(each)?.[1] ?? [])
    assert.deepEqual(counts, ["7", "7", "7"])
    const commands = lines.filter((each) => /again: /.test(each))
    assert.equal(commands.length, value === many.oneCell ? 1 : 3)
    assert.equal(new Set(commands).size, commands.length)
    assert.match(
      lines.slice(-4, -2).join(" ").replaceAll(/ +/g, " "),
      /1000 runs\) · runs: 21 failed, 0 undecided, 979 passed$/
    )
    assert.equal(lines.at(-2), "FAIL")
  })

  test.each(Object.entries(many))("%s: verbose prints each red run", (_, value) => {
    const runs = value.suites
      .flatMap(({ cells }) => cells)
      .flatMap(({ runs: its, name }) => its.map((one) => ({ name, ...one })))
    const lines = new Set(linesOf(value, everything))
    for (const { index, name, verdict } of runs)
      assert.equal(lines.has(`  FAIL  ${name} #${index}`), verdict === "fail")
  })

  test("999 of 1000 is not printed as all of them", () => {
    const runs = Array.from({ length: 1_000 }, (_, at) => run(at + 1, at === 500 ? { verdict: "fail" } : {}))
    const text = renderText(pretty, ofCell({ verdict: "fail", runs }), plain)
    assert.match(text, / 999 of 1000 runs passed {2}·+▁·+\n/)
    assert.doesNotMatch(text, /100 ?%/)
  })

  test("red runs of a green cell share an entry and are not painted red", () => {
    const runs = Array.from({ length: 50 }, (_, at) =>
      run(at + 1, at % 10 === 0 ? { verdict: "fail", checks: [check({ verdict: "fail", actual: 0 })] } : {})
    )
    const painted = renderText(pretty, ofCell({ runs }), { ...plain, color: true })
    assert.ok(!painted.includes(RED))
    assert.match(bare(painted), /FAIL {2}5 runs: asks for the weather #1, #11, #21, #31, #41\n/)
  })

  test("every red row is counted, however many causes there are", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30), { minLength: 41, maxLength: 80 }), (reasons) => {
        const runs = reasons.map((reason, at) =>
          run(at + 1, { verdict: "fail", checks: [check({ verdict: "fail", target: `target ${reason}` })] })
        )
        const text = renderText(pretty, ofCell({ verdict: "fail", runs, gates: [] }), plain)
        const counts = [...text.matchAll(/^  FAIL  (?:(\d+) runs: |asks for the weather #)/gm)].map(([, count]) =>
          Number(count ?? 1)
        )
        const left = Number(/\.\.\. and (\d+) more, of \d+ other causes/.exec(text)?.[1] ?? 0)
        assert.equal(
          [...counts, left].reduce((a, b) => a + b),
          runs.length
        )
      })
    )
  })

  test("hostile text in every place is printed as text", () => {
    for (const text of hostile) {
      for (const options of [plain, { ...plain, width: 40 }]) {
        assert.doesNotMatch(
          renderText(
            pretty,
            withText(many.fiftyCells, (original) => `${text}${original}`),
            options
          ),
          OFFENCE
        )
      }
    }
  })
})

/** The runs whose trace is shown. */
const shown = (changes: Partial<CellVerdict>): ReadonlyArray<number | undefined> => {
  const [section] = sections(ofCell(changes))
  return section === undefined ? [] : section.rows.filter(tracesToShow(section, 3)).map((row) => row.run)
}

describe("tracesToShow", () => {
  test("includes red runs", () => {
    const runs = [run(1), run(2, { verdict: "fail" }), run(3, { verdict: "none" })]
    assert.deepEqual(shown({ verdict: "fail", runs }), [2, 3])
  })

  test("includes runs that a red gate names, green or not", () => {
    const blames = check({ verdict: "fail" }, { run: 3, reason: "wanders" })
    const praises = check({ verdict: "pass" }, { run: 1, reason: "is steady" })
    const gates = [gate({ verdict: "fail", checks: [blames, praises] })]
    assert.deepEqual(shown({ verdict: "fail", runs: [run(1), run(2), run(3)], gates }), [3])
  })

  test("includes all runs of a small cell without red rows, and none of a large one", () => {
    assert.deepEqual(shown({ runs: [run(1), run(2)] }), [1, 2])
    assert.deepEqual(shown({ runs: [run(1), run(2), run(3), run(4)] }), [])
  })
})
