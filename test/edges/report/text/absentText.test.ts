import { test } from "bun:test"
import assert from "node:assert/strict"
import { agent } from "../../../../src/edges/report/formats/agent.ts"
import { github } from "../../../../src/edges/report/formats/github.ts"
import { promptText } from "../../../../src/features/html/copyText.ts"
import { contentsOf } from "../../../../src/features/html/Overview.ts"
import { junit } from "../../../../src/edges/report/formats/junit.ts"
import { markdown } from "../../../../src/edges/report/formats/markdown.ts"
import { pretty } from "../../../../src/edges/report/formats/pretty.ts"
import { absentText } from "../../../../src/edges/report/text/absentText.ts"
import { cell, check, gate, plain, renderText, report, run, suite } from "../sample.ts"

const target = "tool_calls[0].args.city"
const failed = { target, verdict: "fail" as const, expected: `equal to "Rome"`, actual: null }
const absent = check(failed, { path: target, reason: "no call is there" })
const isNull = check(failed, { path: target, reason: "it is not", actual: null })
const reportWith = (one: typeof absent) =>
  report(
    suite({
      cells: [
        cell({
          verdict: "fail",
          runs: [run(1, { verdict: "fail", checks: [{ ...one, gate: "expect#1" }], report: { "tokens.total": null } })],
          gates: [
            gate({ id: "expect#1", scope: "run", verdict: "fail", checks: [one], report: { "ending.tool": null } })
          ]
        })
      ]
    })
  )

test("a missing value is absent, a recorded null is null, and what cannot be computed is undefined", () => {
  assert.equal(absentText(absent), "absent")
  assert.equal(absentText(check(failed)), "absent")
  assert.equal(absentText(check(failed, { path: "elsewhere", reason: "other", actual: 7 })), "absent")
  assert.equal(absentText(isNull), undefined)
  assert.equal(absentText(check({ ...failed, verdict: "pass" })), undefined)
  assert.equal(absentText(check({ ...failed, verdict: "none" })), "undefined")
  assert.equal(absentText(check({ ...failed, actual: 0 })), undefined)
})

test.each([pretty, markdown, junit, github, agent])("%o prints no null where a value is absent", (reporter) => {
  for (const verbose of [false, true]) {
    const text = renderText(reporter, reportWith(absent), { ...plain, verbose })
    assert.doesNotMatch(text, /\bnull\b/, reporter.name)
    assert.match(text, /absent/, reporter.name)
  }
})

test("a prompt for a coding agent prints no null where a value is absent", () => {
  const [{ cell: only, entry } = assert.fail()] = contentsOf(reportWith(absent)).entries
  assert.match(promptText(entry, only ?? assert.fail()), /args\.city is absent, expected/)
})
