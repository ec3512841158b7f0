import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { CellVerdict } from "../../../../src/base/domain/verdict/Verdict.ts"
import { sections } from "../../../../src/edges/report/sections.ts"
import { tracesToShow } from "../../../../src/edges/report/red/tracesToShow.ts"
import { check, gate, ofCell, run } from "../sample.ts"

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
