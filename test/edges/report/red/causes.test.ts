import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { issue } from "../../../../src/base/domain/issues.ts"
import type { Check, RunVerdict } from "../../../../src/base/domain/verdict/Verdict.ts"
import { causes } from "../../../../src/edges/report/red/causes.ts"
import { sections } from "../../../../src/edges/report/sections.ts"
import { cell, check, gate, ofCell, report, run, suite } from "../sample.ts"

/** The runs of each cause. */
const grouped = (...all: ReadonlyArray<Partial<RunVerdict>>): ReadonlyArray<ReadonlyArray<number | undefined>> => {
  const runs = all.map((changes, at) => run(at + 1, { verdict: "fail", ...changes }))
  const [section] = sections(ofCell({ verdict: "fail", runs, gates: [] }))
  return causes(section?.rows.filter((row) => row.kind === "run") ?? []).map(({ rows }) => rows.map((row) => row.run))
}

const red = (changes: Partial<Check>, reason = "differs"): Partial<RunVerdict> => ({
  checks: [check({ verdict: "fail", ...changes }, { reason })]
})

describe("causes", () => {
  test("the same expectation is one cause, even if the values found differ", () => {
    assert.deepEqual(grouped(red({ actual: "Rom" }), red({ actual: "Paris" })), [[1, 2]])
    assert.deepEqual(
      grouped(red({}, 'called "a" 3 times'), red({}, 'called "b \\" c" 41.5 times'), red({}, "called nothing")),
      [[1, 2], [3]]
    )
  })

  test("another target, expectation, verdict or advisory flag is another cause", () => {
    const others = [{ target: "a.b" }, { expected: "at least 2" }, { verdict: "none" }, { advisory: true }] as const
    for (const other of others) assert.deepEqual(grouped(red({}), red(other)), [[1], [2]])
  })

  test("a reason comes once with all of its runs, also of runs that have others or green checks", () => {
    const both = { checks: [...(red({}).checks ?? []), check({ target: "a.b", verdict: "fail" })] }
    assert.deepEqual(grouped(red({}), { checks: [check({ target: "c.d" }), ...(red({}).checks ?? [])] }, both), [
      [1, 2, 3],
      [3]
    ])
  })

  test("reasons of the same runs are one cause, and its example has no other", () => {
    const two = { checks: [check({ target: "a", verdict: "fail" }), check({ target: "b", verdict: "fail" })] }
    const three = { checks: [...two.checks, check({ target: "c", verdict: "fail" })] }
    const [section] = sections(
      ofCell({
        verdict: "fail",
        runs: [run(1, { verdict: "fail", ...three }), run(2, { verdict: "fail", ...two })],
        gates: []
      })
    )
    assert.deepEqual(
      causes(section!.rows).map(({ example, rows }) => [example.checks.map(({ target }) => target), rows.length]),
      [
        [["a", "b"], 2],
        [["c"], 1]
      ]
    )
  })

  test("two checks of one kind in a run are both told", () => {
    const twice = { checks: [red({}, 'no call of "a"').checks![0]!, red({}, 'no call of "b"').checks![0]!] }
    const [section] = sections(ofCell({ verdict: "fail", runs: [run(1, { verdict: "fail", ...twice })], gates: [] }))
    assert.deepEqual(causes(section!.rows)[0]?.example.checks, twice.checks)
  })

  test("below three alike, only what is equal is told together; from three on the values may differ", () => {
    const rowsOf = (...actuals: ReadonlyArray<string>) =>
      sections(
        ofCell({
          verdict: "fail",
          gates: [],
          runs: actuals.map((actual, at) => run(at + 1, { verdict: "fail", ...red({ actual }) }))
        })
      )[0]!.rows
    const counts = (...actuals: ReadonlyArray<string>) => causes(rowsOf(...actuals), 3).map(({ rows }) => rows.length)
    assert.deepEqual(counts("Rom", "Paris"), [1, 1])
    assert.deepEqual(counts("Rom", "Rom"), [2])
    assert.deepEqual(counts("Rom", "Paris", "Oslo"), [3])
  })

  test("two cells are told apart, and three that are alike together", () => {
    const cellsOf = (count: number) =>
      sections(
        report(
          suite({
            cells: Array.from({ length: count }, (_, at) =>
              cell({ name: `asks ${at}`, verdict: "fail", gates: [], runs: [run(1, { verdict: "fail", ...red({}) })] })
            )
          })
        )
      )[0]!.rows
    assert.deepEqual(
      causes(cellsOf(2), 3).map(({ rows }) => rows.length),
      [1, 1]
    )
    assert.deepEqual(
      causes(cellsOf(3), 3).map(({ rows }) => rows.length),
      [3]
    )
  })

  test("gates that could not be judged for the same reason are one cause", () => {
    const lost = (name: string) =>
      gate({
        title: name,
        verdict: "none",
        issues: [issue("INFRASTRUCTURE", `${name} cannot be judged without run #1.`, "See the run.")]
      })
    const [section] = sections(ofCell({ verdict: "none", runs: [run(1)], gates: ["a", "b", "c"].map(lost) }))
    assert.deepEqual(
      causes(
        section!.rows.filter((row) => row.kind === "gate"),
        3
      ).map(({ rows }) => rows.map((row) => row.gate)),
      [["a", "b", "c"]]
    )
  })

  test("runs without a verdict are separated by the code of their issues", () => {
    const lost = (index: number) => ({
      verdict: "none" as const,
      issues: [issue("INFRASTRUCTURE", `Run #${index} failed.`, "Try again.")]
    })
    const missing = { verdict: "none" as const, issues: [issue("MISSING_RUN", "It is gone.", "Record it.")] }
    assert.deepEqual(grouped(lost(1), missing, lost(3)), [[1, 3], [2]])
  })

  test("gates of different names are different causes", () => {
    const gates = [gate({ verdict: "fail" }), gate({ verdict: "fail", title: "stability" })]
    const [section] = sections(ofCell({ verdict: "fail", gates, runs: [run(1)] }))
    assert.equal(causes(section?.rows.filter((row) => row.kind === "gate") ?? []).length, 2)
  })

  test("every row is in exactly one cause, whose first row is the example", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(4), { maxLength: 30 }), (targets) => {
        const found = grouped(...targets.map((target) => red({ target: `t${target}` })))
        assert.deepEqual(
          found.flat().toSorted((a = 0, b = 0) => a - b),
          targets.map((_, at) => at + 1)
        )
        assert.equal(found.length, new Set(targets).size)
        assert.deepEqual(
          found.map(([first]) => first),
          found.map(([first]) => first).toSorted((a = 0, b = 0) => a - b)
        )
      })
    )
  })
})
