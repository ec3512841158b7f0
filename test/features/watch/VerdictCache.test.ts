import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { mergedReport, tiesOf, turns } from "../../../src/features/watch/VerdictCache.ts"
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
