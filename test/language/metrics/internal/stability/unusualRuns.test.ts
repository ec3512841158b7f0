import assert from "node:assert/strict"
import { describe, test } from "bun:test"
import {
  unusualArguments,
  unusualBeginnings,
  unusualSequences
} from "../../../../../src/language/metrics/internal/stability/unusualRuns.ts"
import { call, trace } from "../../../../traces.ts"

const run = (...names: ReadonlyArray<string>) => trace({ tool_calls: names.map((name) => call(name)) })
const asks = (...cities: ReadonlyArray<string>) => trace({ tool_calls: cities.map((city) => call("get", { city })) })

describe("unusual runs", () => {
  test("the run that has least in common with the usual run comes first", () => {
    const usual = run("a", "b", "c")
    assert.deepEqual(
      unusualSequences([usual, run("a", "b"), run(), usual]).map(({ reason, run: number }) => ({ reason, number })),
      [
        { number: 3, reason: "called nothing, where 2 of 4 runs called a, b, c" },
        { number: 2, reason: "called a, b, where 2 of 4 runs called a, b, c" }
      ]
    )
  })

  test("the common part is compared with the longer run", () => {
    const usual = run("a", "b", "c")
    assert.deepEqual(
      unusualSequences([usual, usual, run("a"), run("a", "b", ..."xxxxxx")]).map((finding) => finding.run),
      [4, 3]
    )
  })

  test("a long sequence is shortened, and at most three runs are shown", () => {
    const long = run(..."abcdefghij")
    const findings = unusualSequences([long, long, run("a"), run("b"), run("c"), run("d")])
    assert.equal(findings.length, 3)
    assert.equal(findings[0]?.reason, "called a, where 2 of 6 runs called a, b, c, d, e, f, g, h and 2 more")
  })

  test("an early difference is named by its index", () => {
    const usual = run("a", "b", "c")
    assert.deepEqual(unusualBeginnings([usual, usual, run("a"), run("x", "b"), run("a", "b", "x")]), [
      { run: 3, path: "tool_calls[1]", reason: "called nothing, where 2 of 5 runs called b" },
      { run: 4, path: "tool_calls[0]", reason: "called x, where 2 of 5 runs called a" }
    ])
  })

  test("other arguments of the same call are shown beside the usual ones", () => {
    assert.deepEqual(unusualArguments([asks("Rome", "Oslo"), asks("Rome", "Bern"), asks("Rome", "Oslo"), run("x")]), [
      {
        run: 2,
        call_id: "c-get",
        path: "tool_calls[1]",
        expected: { city: "Oslo" },
        actual: { city: "Bern" },
        reason: 'get got {"city":"Bern"}, in run #1 {"city":"Oslo"}'
      }
    ])
  })

  test("a call with lost digits that two runs may share is named", () => {
    const big = trace({ tool_calls: [call("a"), call("get", { id: 2 ** 53 })] })
    assert.deepEqual(unusualArguments([asks("Rome"), big, big]), [
      {
        run: 2,
        call_id: "c-get",
        path: "tool_calls[1]",
        reason: "an integer beyond 2^53 leaves open whether another run makes the same call"
      }
    ])
  })

  test("equal runs and an empty list have no findings", () => {
    for (const runs of [[], [run("a")], [run("a"), run("a")]]) {
      for (const find of [unusualArguments, unusualBeginnings, unusualSequences]) assert.deepEqual(find(runs), [])
    }
  })
})
