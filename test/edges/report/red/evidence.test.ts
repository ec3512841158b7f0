import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { issue, notice } from "../../../../src/base/domain/issues.ts"
import type { RunVerdict } from "../../../../src/base/domain/verdict/Verdict.ts"
import { evidence, repeatCommand } from "../../../../src/edges/report/red/evidence.ts"
import { print } from "../../../../src/edges/report/text/Line.ts"
import type { Row } from "../../../../src/edges/report/Row.ts"
import { sections } from "../../../../src/edges/report/sections.ts"
import { check, ofCell, run } from "../sample.ts"

const rowOf = (changes: Partial<RunVerdict>): Row =>
  sections(ofCell({ verdict: changes.verdict ?? "pass", command: "again!", runs: [run(1, changes)], gates: [] }))[0]!
    .rows[0]!

const lines = (changes: Partial<RunVerdict>, verbose = false): ReadonlyArray<string> =>
  [...evidence(rowOf(changes), verbose), ...repeatCommand(rowOf(changes))].map((each) => print(each, false))

describe("evidence", () => {
  test("a red check has the actual value, the expected value, its findings and the command that reproduces it", () => {
    const red = check(
      { target: "tool_calls[0].args.city", verdict: "fail", expected: `equal to "Rome"`, actual: "Paris" },
      { run: 1, call_id: "c1", path: "args.city", expected: "Rome", actual: "Paris", reason: "differs" },
      { reason: "nothing more is known" }
    )
    assert.deepEqual(lines({ verdict: "fail", checks: [check(), red] }), [
      `tool_calls[0].args.city is "Paris", expected equal to "Rome"`,
      `  run #1, call c1, args.city: differs (expected "Rome", actual "Paris")`,
      `  nothing more is known`,
      `again: again!`
    ])
  })

  test("a number is never rounded to its threshold", () => {
    const close = check({ target: "stability.score", verdict: "fail", expected: "at least 0.5", actual: 0.499_99 })
    assert.equal(lines({ verdict: "fail", checks: [close] })[0], "stability.score is 0.49999, expected at least 0.5")
    const third = check({ target: "stability.score", verdict: "fail", expected: "at least 0.6667", actual: 2 / 3 })
    assert.match(lines({ verdict: "fail", checks: [third] })[0]!, /is 0\.6666666666666666, expected at least 0\.6667/)
  })

  test("an undefined target is not called null", () => {
    const missing = check({ verdict: "none", actual: null })
    assert.equal(
      lines({ verdict: "none", checks: [missing] })[0],
      "trajectory.passed is undefined, expected at least 1: no verdict"
    )
    const known = check(
      { verdict: "fail", actual: null, expected: "equal to 1" },
      { path: "trajectory.passed", reason: "expected equal to 1, got null", actual: null }
    )
    assert.equal(lines({ verdict: "fail", checks: [known] })[0], "trajectory.passed is null, expected equal to 1")
  })

  test("a green run has no evidence, except for a red advisory check", () => {
    assert.deepEqual(lines({ checks: [check()] }), [])
    assert.deepEqual(lines({ checks: [check({ verdict: "fail", actual: 0, advisory: true })] }), [
      "advisory: trajectory.passed is 0, expected at least 1"
    ])
  })

  test("five findings are shown, then how many more there are; verbose shows all", () => {
    const findings = Array.from({ length: 17 }, (_, index) => ({ reason: `reason ${index}` }))
    const red = { verdict: "fail", checks: [check({ verdict: "fail", actual: 0 }, ...findings)] } as const
    assert.equal(lines(red).length, 1 + 5 + 1 + 1)
    assert.equal(lines(red)[6], "  ... and 12 more")
    assert.equal(lines(red, true).length, 1 + 17 + 1)
  })

  test("what was found alike in several runs is one line that names them; verbose shows each", () => {
    const findings = [4, 1, 2, 3, 9].map((at) => ({ run: at, call_id: `c${at}`, reason: "it failed" }))
    const red = { verdict: "fail", checks: [check({ verdict: "fail", actual: 0 }, ...findings)] } as const
    assert.equal(lines(red)[1], "  runs #1-#4, #9: it failed")
    assert.equal(lines(red, true)[2], "  run #1, call c1: it failed")
    assert.equal(lines(red, true).length, 1 + 5 + 1)
  })

  test("calls of one run with the same finding are named", () => {
    const findings = ["a", "b", "c", "d"].map((id) => ({ run: 1, call_id: id, reason: "it failed" }))
    const red = { verdict: "fail", checks: [check({ verdict: "fail", actual: 0 }, ...findings)] } as const
    assert.equal(lines(red)[1], "  run #1, calls a, b, c and 1 more: it failed")
  })

  test("what was found for consecutive checks is printed once, after the last; verbose prints it for each", () => {
    const found = { run: 1, reason: "it loops" }
    const checks = ["a", "b"].map((target) => check({ target, verdict: "fail", actual: 0 }, found))
    assert.deepEqual(lines({ verdict: "fail", checks }).slice(0, 3), [
      "a is 0, expected at least 1",
      "b is 0, expected at least 1",
      "  run #1: it loops"
    ])
    assert.equal(lines({ verdict: "fail", checks }, true).filter((each) => each.includes("it loops")).length, 2)
  })

  test("verbose shows green checks and the values without a check", () => {
    const report = { "trajectory.passed": 1, "trajectory.mismatch_count": 0, "a.b": null }
    assert.deepEqual(lines({ checks: [check()], report }, true), [
      "trajectory.passed is 1 (at least 1)",
      "a.b is absent",
      "trajectory.mismatch_count is 0"
    ])
  })

  test("every issue is printed with its hint, advisory or not", () => {
    const issues = [
      issue("MISSING_RUN", "Run #1 is missing.", "Record it."),
      notice("DIVERGED", "It differs.", "Look.")
    ]
    assert.deepEqual(lines({ verdict: "none", issues }), [
      "MISSING_RUN: Run #1 is missing.",
      "  Record it.",
      "DIVERGED: It differs.",
      "  Look.",
      "again: again!"
    ])
  })

  test("a long value is shortened", () => {
    const [first = ""] = lines({ verdict: "fail", checks: [check({ verdict: "fail", actual: "x".repeat(5_000) })] })
    assert.ok(first.length < 300)
    assert.match(first, /xxx\.\.\., expected at least 1$/)
  })

  test("a value's keys are sorted", () => {
    const [first] = lines({ verdict: "fail", checks: [check({ verdict: "fail", actual: { b: 1, a: [2] } })] })
    assert.match(first!, /is \{"a":\[2\],"b":1\}, expected/)
  })
})
