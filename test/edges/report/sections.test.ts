import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { issue, notice } from "../../../src/base/domain/issues.ts"
import type { Report } from "../../../src/base/domain/verdict/Verdict.ts"
import { isRed, marks, type Row } from "../../../src/edges/report/Row.ts"
import { sections } from "../../../src/edges/report/sections.ts"
import { cell, gate, ofCell, report, run, suite } from "./sample.ts"

const rows = (value: Report): ReadonlyArray<Row> => sections(value).flatMap((section) => section.rows)
const titles = (value: Report): ReadonlyArray<string> => rows(value).map((row) => row.title)

describe("sections", () => {
  test("has a row for each run, then a line for each gate across runs", () => {
    assert.deepEqual(titles(ofCell({ runs: [run(1), run(2)] })), [
      "PASS  asks for the weather #1",
      "PASS  asks for the weather #2",
      "tool-selection floor [PASS] asks for the weather: selection 9/10 (90%), pass^1 90%, max tokens 1840"
    ])
  })

  test("a red gate on single runs that a red run explains has a row of kind echo", () => {
    const failed = gate({ scope: "run", verdict: "fail" })
    const kinds = rows(ofCell({ verdict: "fail", runs: [run(1, { verdict: "fail" })], gates: [failed] })).map(
      ({ kind }) => kind
    )
    assert.deepEqual(kinds, ["run", "echo"])
  })

  test("a red gate on single runs that no red run explains has a row of its own", () => {
    const failed = gate({ scope: "run", verdict: "fail" })
    const threw = gate({ scope: "run", issues: [issue("GATE_THREW", "It threw.", "Fix it.")] })
    assert.deepEqual(
      rows(ofCell({ verdict: "fail", runs: [run(1)], gates: [failed, threw] })).map(({ kind }) => kind),
      ["run", "gate", "gate"]
    )
  })

  test("neither the red runs of a green cell nor advisory gates change a verdict", () => {
    const gates = [gate({ scope: "run", verdict: "fail" }), gate({ advisory: true, verdict: "fail" })]
    const all = rows(ofCell({ runs: [run(1, { verdict: "fail" })], gates }))
    assert.deepEqual(all.map(isRed), [false, false, false])
    assert.match(all[2]!.title, / \(advisory\)$/)
  })

  test("a run without a verdict is red even in a green cell", () => {
    assert.equal(rows(ofCell({ runs: [run(1, { verdict: "none" })] })).some(isRed), true)
  })

  test("issues of a suite and of a cell are rows; notices are rows that change no verdict", () => {
    const value = report(
      suite({
        issues: [issue("INVALID_SUITE", "Broken.", "Fix it.")],
        cells: [cell({ issues: [notice("UNUSED_RECORDING", "Old.", "Delete it.")] })]
      })
    )
    assert.deepEqual(titles(value).slice(0, 2), ["NONE  weather", "NOTE  asks for the weather"])
    assert.deepEqual(rows(value).slice(0, 2).map(isRed), [true, false])
  })

  test("a cell without runs has a row without a verdict", () => {
    for (const verdict of ["none", "pass"] as const) {
      const empty = ofCell({ verdict, runs: [], gates: [] })
      assert.deepEqual(titles(empty), ["NONE  asks for the weather: no run and no gate tells why"])
    }
  })

  test("an empty report is not green", () => {
    assert.deepEqual(titles(report()), ["NONE  passhat: no run and no gate tells why"])
  })

  test("a verdict that is not a pass always has a red row of that verdict", () => {
    const verdict = fc.constantFrom("pass" as const, "fail" as const, "none" as const)
    const anyCell = fc
      .tuple(verdict, fc.array(verdict, { maxLength: 3 }), fc.array(fc.tuple(verdict, fc.boolean()), { maxLength: 3 }))
      .map(([own, runs, gates]) =>
        cell({
          verdict: own,
          runs: runs.map((each, index) => run(index + 1, { verdict: each })),
          gates: gates.map(([each, advisory]) => gate({ verdict: each, advisory, scope: advisory ? "run" : "cell" }))
        })
      )
    fc.assert(
      fc.property(fc.array(fc.tuple(verdict, fc.array(anyCell, { maxLength: 2 }))), verdict, (suites, own) => {
        const value = { ...report(...suites.map(([each, cells]) => suite({ verdict: each, cells }))), verdict: own }
        const red = rows(value).filter((row) => isRed(row) && row.kind !== "echo")
        for (const claimed of [own, ...suites.map(([each]) => each)].filter((each) => each !== "pass")) {
          assert.ok(red.some((row) => row.mark === marks[claimed]))
        }
      })
    )
  })
})
