import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import type { Alignment } from "../../../src/base/domain/verdict/Metric.ts"
import * as GoldenPath from "../../../src/language/metrics/goldenPath.ts"
import { align, measure, type TrajectoryMode } from "../../../src/language/metrics/trajectory.ts"
import { call, trace } from "../../traces.ts"

/** `a1` is a call of the tool a with the argument 1. */
const recorded = (words: string) =>
  trace({ tool_calls: [...words.matchAll(/([a-z])(\d?)/g)].map(([, name = "", n = ""]) => call(name, { n })) })
const expected = (words: string) =>
  [...words.matchAll(/([a-z])(\d?)/g)].map(([, name = "", n = ""]) => ({ name, args: { exact: { n } } }))

const written = ({ steps }: Alignment): string =>
  steps.map((step) => `${step.expected ?? "-"}${step.recorded ?? "-"} ${step.is}`).join(", ")

describe("a trajectory side by side", () => {
  const table: ReadonlyArray<readonly [TrajectoryMode, string, string, string]> = [
    ["strict", "a b", "a b", "00 matched, 11 matched"],
    ["strict", "a1", "a2", "00 arguments"],
    ["strict", "a", "b", "00 other_tool"],
    ["strict", "a", "a b", "00 matched, -1 extra"],
    ["strict", "a b", "a", "00 matched, 1- missing"],
    ["subsequence", "a b", "c a b", "-0 allowed, 01 matched, 12 matched"],
    ["subsequence", "a b", "b a", "10 out_of_order, 01 matched"],
    ["subsequence", "a b c", "a c", "00 matched, 1- missing, 21 matched"],
    ["subset", "a b", "a", "00 matched, 1- allowed"],
    ["subset", "a", "a b", "00 matched, -1 extra"],
    ["unordered", "a b", "b a", "10 matched, 01 matched"]
  ]
  test.each(table)("%s: %s beside %s is %s", (mode, wanted, made, rows) => {
    assert.equal(written(align(recorded(made), { mode, calls: expected(wanted) })), rows)
  })

  test("an alignment has every call of both sides once, and is wrong exactly if the gate fails", () => {
    const words = fc.stringMatching(/^[ab]{0,4}$/)
    const modes = fc.constantFrom<TrajectoryMode>("strict", "subsequence", "unordered", "subset", "sameMultiset")
    fc.assert(
      fc.property(modes, words, words, (mode, wanted, made) => {
        const spec = { mode, calls: expected(wanted) }
        const { steps } = align(recorded(made), spec)
        const places = (side: "expected" | "recorded") =>
          steps.flatMap((step) => step[side] ?? []).toSorted((a, b) => a - b)
        assert.deepEqual(places("expected"), [...spec.calls.keys()])
        assert.deepEqual(places("recorded"), [...recorded(made).tool_calls.keys()])
        const wrong = steps.some(({ is }) => is !== "matched" && is !== "allowed")
        const { passed } = measure(recorded(made), spec)
        if (wanted !== "") assert.equal(wrong, passed === 0)
      })
    )
  })

  test("a malformed expectation has no alignment", () => {
    assert.deepEqual(align(trace(), { mode: "strict", calls: [{ name: 1 as never }] }), { expected: [], steps: [] })
  })
})

test("the alignment of a golden path shows missing steps and extra calls", () => {
  assert.equal(
    written(GoldenPath.align(recorded("a x c"), { calls: ["a", "b", "c"] })),
    "00 matched, -1 extra, 1- missing, 22 matched"
  )
})
