import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { github } from "../../../../src/edges/report/formats/github.ts"
import { many } from "../many.ts"
import { check, gate, ofCell, plain, report, run, sample, suite, renderText } from "../sample.ts"
import { commandsIn } from "../../../../soak/output/structures.ts"

const linesOf = (value: typeof sample): ReadonlyArray<string> => renderText(github, value, plain).trimEnd().split("\n")

describe("github", () => {
  test("a green report is one line and no annotation", () => {
    assert.deepEqual(linesOf(ofCell()), [
      "PASS: 0 failed · 0 undecided · 1 passed (1 cell, 1 run) · runs: 0 failed, 0 undecided, 1 passed"
    ])
  })

  test("a failed gate is an error at the line of the gate", () => {
    const failed = gate({
      verdict: "fail",
      checks: [check({ target: "a.b", verdict: "fail", expected: "at least 50%, or so", actual: 0 })],
      source: { file: "suites/a,b:c.ts", line: 12 }
    })
    assert.equal(
      linesOf(ofCell({ verdict: "fail", gates: [failed], command: "again" }))[0],
      "::error file=suites/a%2Cb%3Ac.ts,line=12,title=tool-selection floor [FAIL] asks for the weather%3A selection 9/10 " +
        "(90%25)%2C pass^1 90%25%2C max tokens 1840::a.b is 0, expected at least 50%25, or so%0Aagain: again"
    )
  })

  test("runs that are red for one reason are one error, at the gate on single runs", () => {
    const red = (index: number) =>
      run(index, { verdict: "fail", checks: [check({ verdict: "fail", actual: 0, gate: "expect#1" })] })
    const looks = gate({
      id: "expect#1",
      scope: "run",
      verdict: "fail",
      checks: red(1).checks,
      source: { file: "s.ts", line: 3 }
    })
    const [first, ...rest] = linesOf(ofCell({ verdict: "fail", runs: [red(1), red(2), red(3)], gates: [looks] }))
    assert.match(first ?? "", /^::error file=s\.ts,line=3,title=.*::3 times: asks for the weather #1-#3%0A/)
    assert.equal(rest.length, 1)
  })

  test("a row without a verdict is an error in the suite's file, after the failures", () => {
    const levels = linesOf(sample).map((line) => /^::(\w+) file=([^,]+),/.exec(line)?.slice(1).join(" "))
    assert.deepEqual(
      levels.filter((level) => level?.endsWith("stale.ts")),
      ["error suites/stale.ts"]
    )
    const titles = linesOf(sample)
      .filter((line) => line.startsWith("::error"))
      .map((line) => line.includes("FAIL"))
    assert.deepEqual(
      titles,
      titles.toSorted((a, b) => Number(b) - Number(a))
    )
  })

  test("an advisory issue is a notice", () => {
    assert.equal(commandsIn(renderText(github, sample, plain)).filter((one) => one.startsWith("notice ")).length, 2)
  })

  test("there are never more errors than GitHub shows, and the last has the number of the others", () => {
    const reasons = Array.from({ length: 30 }, (_, at) =>
      check({ target: `t${"x".repeat(at)}`, verdict: "fail", actual: 0 })
    )
    const value = ofCell({
      verdict: "fail",
      runs: reasons.map((one, at) => run(at + 1, { verdict: "fail", checks: [one] }))
    })
    const errors = linesOf(value).filter((line) => line.startsWith("::error"))
    assert.equal(errors.length, 10)
    assert.equal(errors.at(-1), "::error title=passhat::... and 21 more causes: see the summary of the job")
    assert.ok(linesOf(many.oneCell).length < 12)
  })

  test("a red report always has an error", () => {
    for (const value of [
      report(),
      report(suite({ verdict: "none" })),
      ofCell({ verdict: "fail", runs: [], gates: [] })
    ]) {
      assert.match(renderText(github, value, plain), /^::error /)
    }
  })
})
