import { describe as group, test } from "bun:test"
import assert from "node:assert/strict"
import type { Vote } from "../../../src/base/domain/plan/juries.ts"
import { describe, explain, measure, type RunVotes } from "../../../src/language/metrics/judged.ts"

const vote = (name: Vote["vote"], tokens?: number): Vote => ({
  model: "m",
  vote: name,
  reason: "why",
  ...(tokens !== undefined && { tokens })
})
const [yes, no, silent, unasked] = [vote("pass", 10), vote("fail", 20), vote("unanswered"), vote("not_asked")]
const over = (first: RunVotes, ...rest: ReadonlyArray<RunVotes>) => measure([first, ...rest])

group("judged", () => {
  test("a run is passed or failed by more than half of its jury", () => {
    const { failed, passed, undecided } = over([yes, yes, no], [no, no, yes], [no])
    assert.deepEqual([passed, failed, undecided], [1, 2, 0])
  })

  test("who could not answer or was not asked counts for neither side", () => {
    for (const votes of [[yes, silent], [yes, unasked], [yes, no], [silent], [unasked], [yes, silent, unasked]]) {
      const { failed, passed, undecided } = over(votes)
      assert.deepEqual([passed, failed, undecided], [0, undefined, 1], JSON.stringify(votes))
    }
    assert.equal(over([yes, yes, silent]).failed, 0)
  })

  test("a failed run is known beside one that is undecided, and nothing to ask is no pass", () => {
    assert.equal(over([no], [silent]).failed, 1)
    assert.equal(over([yes], [silent]).failed, undefined)
    assert.equal(over(null, null).failed, undefined)
    assert.equal(over(null, [yes]).failed, 0)
  })

  test("agreement is the share of the larger side, over runs with two answers or more", () => {
    assert.equal(over([yes, yes, no, no, yes], [yes]).agreement, 0.6)
    assert.equal(over([yes, no], [yes, yes]).agreement, 0.75)
    assert.equal(over([yes], [yes, silent]).agreement, undefined)
  })

  test("tokens are those of every judge that was asked, or undefined", () => {
    assert.equal(over([yes, no, silent]).tokens, 30)
    assert.equal(over([yes, vote("pass")]).tokens, undefined)
    assert.equal(over([unasked]).tokens, undefined)
  })

  test("its words name what was not answered and not asked", () => {
    assert.equal(describe(over([yes, yes])), "passes 1, fails 0 of 1 runs, agreement 1.00, judge tokens 20")
    assert.equal(describe(over([unasked], [unasked])), "not asked with this rubric")
    assert.equal(
      describe(over([yes, silent], [unasked, no])),
      "passes 0, fails 0 of 2 runs, undecided 2, 1 of 4 votes unanswered, 1 of 4 votes not asked with this rubric, judge tokens 30"
    )
    assert.equal(describe(over(null)), "nothing to ask")
    assert.deepEqual(
      explain([[yes], [silent, no, unasked]]).failed?.map(({ reason, run }) => [run, reason]),
      [
        [2, "m could not answer: why"],
        [2, "m says fail: why"],
        [2, "m was not asked with this rubric: ask it with --record=judges"]
      ]
    )
  })
})
