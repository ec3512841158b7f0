import assert from "node:assert/strict"
import { test } from "bun:test"
import * as fc from "fast-check"
import { totals } from "../../../../src/edges/report/text/totals.ts"
import { cell, report, suite } from "../sample.ts"

test("totals count every cell and every run once", () => {
  const verdict = fc.constantFrom("pass", "fail", "none")
  const skipped = fc.option(fc.constant("not today"), { nil: undefined })
  fc.assert(
    fc.property(fc.array(fc.record({ verdict, skipped }), { maxLength: 8 }), (given) => {
      const [run] = cell().runs
      const cells = given.map((one) =>
        cell(
          one.skipped === undefined
            ? { verdict: one.verdict, runs: [{ ...run!, verdict: one.verdict }] }
            : { verdict: "none", skipped: one.skipped, runs: [] }
        )
      )
      const text = totals(report(suite({ cells })))
      const counts = (words: string): number =>
        [...words.matchAll(/(\d+) (?:failed|undecided|passed|skipped)/g)].reduce((sum, [, n]) => sum + Number(n), 0)
      const [ofCells = "", ofRuns = ""] = text.split(" · runs: ")
      assert.equal(counts(ofCells), given.length, text)
      assert.equal(counts(ofRuns), cells.flatMap(({ runs }) => runs).length, text)
    })
  )
})
