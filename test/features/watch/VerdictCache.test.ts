import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import { childArguments, mergedReport, sentenceOf, tiesOf, turns } from "../../../src/features/watch/VerdictCache.ts"
import { issue, notice } from "../../../src/base/domain/issues.ts"
import { cell, ofCell, suite } from "../../edges/report/sample.ts"

const green = suite({ suite: "green", cells: [cell()] })
const red = suite({ suite: "red", cells: [cell({ id: "red/a/m", verdict: "fail" })] })
const alone = suite({ suite: "alone", cells: [cell()], issues: [notice("ONLY", "only is in force.", "Take it out.")] })
const unchosen = suite({ suite: "unchosen", issues: [issue("NOTHING_SELECTED", "No cell.", "The cells are ...")] })
const invalid = suite({ suite: "invalid", issues: [issue("INVALID_SUITE", "No name.", "Name it.")] })

const merged = (...suites: ReadonlyArray<typeof green>) => {
  const { suites: its, verdict } = mergedReport(new Map(suites.map((one, at) => [`suites/${9 - at}.ts`, [one]])))
  return [its.map((one) => one.suite), verdict]
}

describe("the report of a watch", () => {
  test("has all files, in the order of their paths", () => {
    assert.deepEqual(merged(green, red), [["red", "green"], "fail"])
  })
  test("has every suite of a file", () => {
    const { suites, verdict } = mergedReport(new Map([["suites/a.ts", [green, red]]]))
    assert.deepEqual([suites.map((one) => one.suite), verdict], [["green", "red"], "fail"])
    assert.notEqual(tiesOf(new Map([["a.ts", [green, red]]])), tiesOf(new Map([["a.ts", [green]]])))
  })
  test("leaves out suites without a selected cell, except if all are without one", () => {
    assert.deepEqual(merged(green, unchosen), [["green"], "pass"])
    assert.deepEqual(merged(unchosen), [["unchosen"], "none"])
    assert.deepEqual(merged(), [[], "none"])
  })
  test("is reduced to suites with only and invalid ones, if one suite has only", () => {
    assert.deepEqual(merged(green, alone, red), [["alone"], "pass"])
    assert.deepEqual(merged(invalid, alone), [["alone", "invalid"], "none"])
    assert.deepEqual(merged(unchosen, alone), [["alone"], "pass"])
  })
})

test("suites depend on each other by their names and by only", () => {
  const one = tiesOf(new Map([["a.ts", [green]]]))
  assert.equal(tiesOf(new Map([["a.ts", [{ ...green, verdict: "fail" }]]])), one)
  assert.notEqual(tiesOf(new Map([["a.ts", [{ ...green, suite: "other" }]]])), one)
  assert.notEqual(tiesOf(new Map([["a.ts", [{ ...alone, suite: "green" }]]])), one)
})

test("a changed verdict is listed by cell, and a new cell is not", () => {
  assert.deepEqual(turns(ofCell(), ofCell({ verdict: "fail" })), ["asks for the weather: fail, was pass"])
  assert.deepEqual(turns(ofCell(), ofCell({ skipped: "down", verdict: "none" })), [
    "asks for the weather: skipped, was pass"
  ])
  assert.deepEqual(turns(ofCell(), ofCell()), [])
  assert.deepEqual(turns(ofCell(), ofCell({ id: "new/a/m", verdict: "fail" })), [])
})

test("the arguments of a child are those of the command without --watch and its reporters", () => {
  assert.deepEqual(
    childArguments(
      ["run", "--watch", "a.ts", "--reporter", "html=r.html", "--reporter=pretty", "--tag", "slow"],
      false
    ),
    ["run", "a.ts", "--tag", "slow", "--reporter", "json"]
  )
  assert.deepEqual(childArguments(["--watch=true", "--with-traces"], true), ["--with-traces", "--reporter", "json"])
  assert.deepEqual(childArguments(["--verbose"], true), ["--verbose", "--reporter", "json", "--with-traces"])
})

test("a suite that does not load is reported in one sentence, on every runtime", () => {
  const sentence = (why: string) =>
    `package.json could not be loaded: ${why}. Correct the file; it has to load without an error.`
  const said: ReadonlyArray<readonly [string, string]> = [
    [
      "36 | x = (\n         ^\nerror: Unexpected end of file\n    at /p/s.ts:36:19\n\nBun v1.4.4\n",
      "Unexpected end of file"
    ],
    ["error: SyntaxError: Expression expected\n   |\n36 | x = (\n\nStack backtrace:\n", "Expression expected"],
    ["error: Uncaught (in promise) Error: no key\n    at file:///p/s.ts:1:7\n", "no key"],
    ["file:///p/s.ts:1\nthrow new Error()\n\nSyntaxError: Unexpected token\n    at compile\n", "Unexpected token"]
  ]
  for (const [text, why] of said) assert.equal(sentenceOf(["package.json"], text), sentence(why))
  assert.equal(sentenceOf(["package.json"], "No file matches x.ts. Name one.\n"), "No file matches x.ts. Name one.")
  assert.equal(sentenceOf([], ""), "The suites could not be judged.")
})
