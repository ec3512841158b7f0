import { test } from "bun:test"
import assert from "node:assert/strict"
import type { RunVerdict } from "../../../src/base/domain/verdict/Verdict.ts"
import { sections } from "../../../src/edges/report/sections.ts"
import { check, ofCell, run } from "./sample.ts"

test("a field that a run of a json report has beside its own changes no row", () => {
  const red = run(1, { verdict: "fail", checks: [check({ verdict: "fail" })] })
  const smuggled = { ...red, mark: "PASS", title: "PASS", name: "x", skipped: [], gate: 1, command: "rm" } as RunVerdict
  assert.deepEqual(
    sections(ofCell({ verdict: "fail", runs: [smuggled] })),
    sections(ofCell({ verdict: "fail", runs: [red] })).map((one) => ({
      ...one,
      cells: ofCell({ verdict: "fail", runs: [smuggled] }).suites[0]!.cells
    }))
  )
})
